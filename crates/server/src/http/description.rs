//! What the description of the interface says about all operations alike.

use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{Content, OpenApi, Ref, ResponseBuilder};

/// Every operation can fail like any other: the request is not understood, the client is unknown,
/// there are too many requests, the store is unavailable. Failures with a particular meaning are
/// described at their operation.
pub(super) fn add_failures(description: &mut OpenApi) {
    let schema = Ref::from_schema_name("ErrorBody");
    let failure = ResponseBuilder::new()
        .description("It failed: the body says why, and what would be right")
        .content("application/json", Content::new(Some(schema)))
        .build();
    for operation in description.paths.paths.values_mut().flat_map(operations) {
        let responses = &mut operation.responses.responses;
        responses.insert("default".to_owned(), failure.clone().into());
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let all = [
        &mut item.get,
        &mut item.put,
        &mut item.post,
        &mut item.delete,
        &mut item.patch,
    ];
    all.into_iter().flatten()
}
