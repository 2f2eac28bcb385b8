-- What a server that knows schema 1 says. A released file is never changed: it stands for the
-- servers that still run while a newer one starts.
BEGIN;
SELECT pg_advisory_xact_lock_shared(127961611920755);
SELECT r.id, (SELECT max(seq) FROM lines WHERE room = r.id) AS head
    FROM unnest('{old}'::text[]) WITH ORDINALITY AS r (id, place) ORDER BY r.place;
INSERT INTO lines (room, seq, body)
    SELECT * FROM unnest('{old,old}'::text[], '{1,2}'::bigint[], '{one,two}'::text[]);
WITH room AS (
    INSERT INTO rooms (id, seq, state, game, time, by_days, rated, listed, pairs, host,
        host_seen, opened, at, ply, acts, due, house, changed)
    VALUES ('old', 1, 0, 'd21', '"none"', false, false, false, false, 'ana', 5, 5, 5, 0, NULL, NULL,
        false, pg_current_xact_id()::text::bigint)
    ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, state = excluded.state,
        listed = excluded.listed, pairs = excluded.pairs, host = excluded.host,
        at = excluded.at, ply = excluded.ply, acts = excluded.acts, due = excluded.due,
        house = excluded.house, changed = excluded.changed
    WHERE rooms.seq < excluded.seq RETURNING id),
card AS (
    INSERT INTO cards (room, line) SELECT id, '{}' FROM room
    ON CONFLICT (room) DO UPDATE SET line = excluded.line),
gone AS (
    DELETE FROM sitting USING room
    WHERE sitting.room = room.id AND NOT sitting.player = ANY('{old-player}'::text[]))
INSERT INTO sitting (player, room, game, verdict)
    SELECT s.player, room.id, 'd21', s.verdict
    FROM room, unnest('{old-player}'::text[], '{2}'::smallint[]) AS s (player, verdict)
    ON CONFLICT (player, room) DO UPDATE SET verdict = excluded.verdict;
UPDATE rooms r SET seq = t.seq, at = t.at, ply = t.ply, acts = t.acts, due = t.due,
        house = t.house, changed = pg_current_xact_id()::text::bigint
    FROM unnest('{old}'::text[], '{2}'::bigint[], '{6}'::bigint[], '{1}'::integer[],
        '{old-player}'::text[], '{7}'::bigint[], '{false}'::boolean[])
        AS t (id, seq, at, ply, acts, due, house)
    WHERE r.id = t.id AND r.seq < t.seq;
COMMIT;
WITH player AS (
    INSERT INTO players (id, name, kind, created, seen) VALUES ('old-player', 'Old', 0, 1, 1))
INSERT INTO keys (hash, kind, player, created, expires) VALUES ('\x01', 0, 'old-player', 1, 2);
INSERT INTO accounts (name_key, player, password, recovery)
    VALUES ('old', 'old-player', 'x', '\x02') ON CONFLICT DO NOTHING;
UPDATE players SET name = 'Older', kind = 1 WHERE id = 'old-player' AND kind = 0;
INSERT INTO blocked (name_key) VALUES ('rude-and-old') ON CONFLICT DO NOTHING;
INSERT INTO ratings (player, game, value, deviation, volatility, games)
    VALUES ('old-player', 'd21', 1500, 350, 0.06, 1);
SELECT c.line, r.host, r.seq, r.acts, r.ply, r.at, r.listed, r.host_seen, r.opened, r.counted
    FROM rooms r JOIN cards c ON c.room = r.id JOIN sitting s ON s.room = r.id;
SELECT value FROM meta WHERE name = 'generation';
