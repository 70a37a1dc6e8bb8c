// Pages of lists that are bounded by a span of time and by what the caller may see.
import { Effect } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Slice, Window } from "../../store/sql/keyset.ts"
import { type Key, page } from "../http/paging.ts"
import { checkRange } from "../http/timeRange.ts"
import { withVisibility } from "./withCaller.ts"

interface Query {
  /** epoch ms */
  readonly from?: number
  readonly to?: number
  readonly limit?: number
  readonly cursor?: string
}

/** Answers one page, as `page` does. Fails with 422 unless `from` is before `to`, where both are given. */
export const pageOfSpan = <A, E, R>(
  request: HttpServerRequest.HttpServerRequest,
  query: Query,
  find: (visibility: Visibility, window: Window) => Effect.Effect<Slice<A>, E, R>,
  key: Key = "uuid"
) =>
  Effect.gen(function* () {
    yield* checkRange(query)
    return HttpServerResponse.jsonUnsafe(
      yield* withVisibility((visibility) => page(request, query, (window) => find(visibility, window), key))
    )
  })
