// Search results of a project, found by a part of their name.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Instant, Uuid } from "../schemas.ts"
import { severities } from "../rule/Document.ts"

/** searchTypes are the types of records that a search finds. */
const searchTypes = ["entity", "device", "rule", "feature", "run", "event"] as const
/** SearchType is the type of a search result. */
export type SearchType = (typeof searchTypes)[number]

/** SearchItem is one search result. */
export const SearchItem = Schema.Struct({
  type: Schema.Literals(searchTypes),
  id: Uuid,
  name: Schema.String,
  detail: Schema.NullOr(Schema.String).annotate({
    description:
      "What tells it apart from others of the name: the type of an entity or feature, the external id of a " +
      "device, the event type of a rule, the status of a run, whom an event is about"
  }),
  severity: Schema.NullOr(Schema.Literals(severities)).annotate({ description: "Of an event" }),
  at: Instant.annotate({
    description: "When an event was, when a run was asked for, when the others were changed last"
  })
}).annotate({
  identifier: "SearchItem",
  examples: [
    {
      type: "entity",
      id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33",
      name: "Alma",
      detail: "Cow",
      severity: null,
      at: "2026-05-01T08:00:00.000Z"
    }
  ]
})
export type SearchItem = typeof SearchItem.Type

/**
 * RankedItem has a rank, the best first: 0 the name equals the search term, 1 it begins with it, 2 a word in
 * it does, 3 it is somewhere in it, 4 it is in something else of the record.
 */
export interface RankedItem extends SearchItem {
  readonly rank: number
}

/** Returns the best results without their ranks; of equal ranks the newest. */
export const bestOf = (found: ReadonlyArray<RankedItem>, limit: number): ReadonlyArray<SearchItem> =>
  found
    .toSorted((a, b) => a.rank - b.rank || (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map((item) => Struct.omit(item, ["rank"]))
