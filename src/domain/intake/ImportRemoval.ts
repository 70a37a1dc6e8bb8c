// Removal of an import: what would go and what would stay, the progress, and the result.
import * as Schema from "effect/Schema"
import { Uuid } from "../schemas.ts"

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Why something that an import made stays. */
const keepReasons = [
  "records",
  "assigned",
  "rule",
  "automation",
  "member",
  "run",
  "edited",
  "judging"
] as const
/** KeepReason is the reason why an import's animal or device stays when the import is removed. */
export type KeepReason = (typeof keepReasons)[number]

/** Names of a kind that are listed at most; the rest is counted. */
const MAX_LISTED_NAMES = 50

/** Something that an import made, and that stays. */
const KeptObject = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  reasons: Schema.Array(Schema.Literals(keepReasons)).annotate({
    description:
      "records: others came; assigned: it was assigned besides; rule, automation, member: named by one; run: a " +
      "kept analysis is about it; edited: changed by hand; judging: its past is still judged again"
  })
})
type KeptObject = typeof KeptObject.Type

/** RemovalCounts count the animals or devices of an import that are removed and that stay. */
export const RemovalCounts = Schema.Struct({
  removed: count,
  removed_names: Schema.Array(Schema.String).annotate({ description: `The first ${MAX_LISTED_NAMES}` }),
  kept: count,
  kept_items: Schema.Array(KeptObject).annotate({ description: `The first ${MAX_LISTED_NAMES}` })
})
export type RemovalCounts = typeof RemovalCounts.Type

/** noRemovals counts nothing. */
export const noRemovals: RemovalCounts = { removed: 0, removed_names: [], kept: 0, kept_items: [] }

/** Returns a fate with more of the same kind. */
export const withMore = (
  fate: RemovalCounts,
  objects: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly reasons: ReadonlyArray<KeepReason>
  }>
): RemovalCounts => {
  const gone = objects.filter(({ reasons }) => reasons.length === 0),
    kept = objects.filter(({ reasons }) => reasons.length > 0)
  return {
    removed: fate.removed + gone.length,
    removed_names: [...fate.removed_names, ...gone.map(({ name }) => name)].slice(0, MAX_LISTED_NAMES),
    kept: fate.kept + kept.length,
    kept_items: [...fate.kept_items, ...kept].slice(0, MAX_LISTED_NAMES)
  }
}

const records = { positions: count, measurements: count, states: count }
const fates = { animals: RemovalCounts, devices: RemovalCounts }

/** RemovalPlan says what the removal of an import would do. */
export const RemovalPlan = Schema.Struct({
  ...records,
  ...fates,
  curated: count.annotate({ description: "Positions of these that were corrected by hand" }),
  kept_runs: count.annotate({
    description: "Analyses since the import that are about its animals: their results stay as they are"
  }),
  repeated_by: Schema.Array(Schema.Struct({ id: Uuid, file_name: Schema.String })).annotate({
    description: "Other imports with rows that were here already by this one: those records go too"
  })
}).annotate({ identifier: "RemovalPlan" })
export type RemovalPlan = typeof RemovalPlan.Type

/** RemovalResult says what was removed and what stayed. */
export const RemovalResult = Schema.Struct({ ...records, ...fates })
export type RemovalResult = typeof RemovalResult.Type

/** A removal that was asked for: how far it is, and what came of it. */
export const ImportRemoval = Schema.Struct({
  status: Schema.Literals(["queued", "running", "judging", "completed", "failed"]).annotate({
    description: "judging: the records are gone, and rules judge the past without them"
  }),
  records_done: count,
  records_total: Schema.NullOr(count).annotate({ description: "null: not counted yet" }),
  error: Schema.NullOr(Schema.String),
  result: Schema.NullOr(RemovalResult).annotate({ description: "null until it is over" })
}).annotate({ identifier: "ImportRemoval" })
export type ImportRemoval = typeof ImportRemoval.Type
