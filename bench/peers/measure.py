"""Random games of the collection as multiples of OpenSpiel's Breakthrough.

Both play one thread of uniformly random games. All times are processor time, so that a busy machine
disturbs little, and the two sides take turns within one run; the middle of all rounds counts.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time

import pyspiel

PLAYOUTS = "target/release/examples/playouts"

# Actions per second as a multiple of OpenSpiel's moves per second in Breakthrough: at least. The aim is
# twice that. Breakthrough itself is compared by playouts: at least 30, aim 50.
LEAST = {
    "alignement": 12,
    "saute": 12,
    "solitaire": 6,
    "empire": 5,
    "d21": 4,
    "porte": 4,
    "blocus": 2.5,
    "cubulus": 1.3,
    "die-check": 1.3,
    "monstrodechecs": 0.5,
    "eupdonne": 0.5,
}


def peer_game():
    game = pyspiel.load_game("breakthrough")
    assert len(game.new_initial_state().legal_actions()) == 22, "8 x 8 and the usual rules"
    return game


def peer_moves_per_game(game, games=300):
    """How long a random game of the peer is."""
    import random

    rng = random.Random(1)
    moves = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves / games


def peer_playouts_per_second(game, rollouts, seed):
    """One evaluation of the start position with so many rollouts that they are all that takes time."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, seed, False)
    state = game.new_initial_state()
    start = time.process_time()
    bot.mcts_search(state)
    return rollouts / (time.process_time() - start)


def own(spec, actions):
    """Games and actions per second of processor time, and actions per game."""
    child = subprocess.Popen([PLAYOUTS, str(actions), spec], stdout=subprocess.PIPE, text=True)
    line = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        return None
    _, games, played, _ = line.split()
    # The example plays a fiftieth more beforehand to warm up.
    seconds = (usage.ru_utime + usage.ru_stime) / 1.02
    return int(games) / seconds, int(played) / seconds, int(played) / int(games)


def catalog():
    """The ids that this build knows; the refusal of an unknown one lists them."""
    refused = subprocess.run([PLAYOUTS, "1", "?"], capture_output=True, text=True)
    return refused.stderr.split("the games are:")[-1].split()


def budget(spec, seconds):
    """So many actions that they take about so long."""
    probe = own(spec, 200_000)
    return None if probe is None else max(200_000, int(probe[1] * seconds))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each game and round")
    parser.add_argument("games", nargs="*", help="ids with options; all games if none is given")
    options = parser.parse_args()

    specs = options.games or [g for g in LEAST if g in catalog()]
    game = peer_game()
    per_game = peer_moves_per_game(game)
    rollouts = max(1000, int(peer_playouts_per_second(game, 1000, 1) * options.seconds))
    budgets = {spec: budget(spec, options.seconds) for spec in ["breakthrough", *specs]}
    unknown = [spec for spec, known in budgets.items() if known is None]
    if unknown:
        sys.exit(f"not played: {' '.join(unknown)}")

    peer, ours = [], {spec: [] for spec in budgets}
    for turn in range(options.rounds):
        peer.append(peer_playouts_per_second(game, rollouts, turn))
        for spec, actions in budgets.items():
            ours[spec].append(own(spec, actions))

    playouts = statistics.median(peer)
    moves = playouts * per_game
    print(f"OpenSpiel breakthrough: {playouts:,.0f} playouts/s of {per_game:.1f} moves, {moves / 1e6:.2f} M moves/s\n")
    print("| game | actions a game | M actions/s | factor | at least | aim |")
    print("|---|---:|---:|---:|---:|---:|")
    for spec, results in ours.items():
        games_ps, actions_ps, length = (statistics.median(column) for column in zip(*results))
        if spec == "breakthrough":
            factor, least, aim = games_ps / playouts, 30, 50
        else:
            least = LEAST.get(spec.split(":")[0], 0)
            factor, aim = actions_ps / moves, 2 * least
        sign = "" if factor >= aim else " (below the aim)" if factor >= least else " **too slow**"
        print(f"| {spec} | {length:.1f} | {actions_ps / 1e6:.2f} | {factor:.2f}{sign} | {least} | {aim} |")


if __name__ == "__main__":
    main()
