// Reads rules as the caller sees them: one with its edition, or a filtered list.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import type { SavedRule } from "../../domain/rule/SavedRule.ts"
import { seenDocument, seenSubjects } from "../access/visibilityConditions.ts"
import { uuids } from "../sql/arrays.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { Missing } from "../sql/refusals.ts"
import { ruleColumns, ruleTables, ruleTimeColumns, allRuleColumns } from "./ruleColumns.ts"

/** RuleFilter narrows a list; failures and activity are those of the subjects that the caller sees. */
export interface RuleFilter {
  readonly enabled?: boolean | undefined
  readonly failing?: boolean | undefined
  readonly active?: boolean | undefined
  /** the archived rules instead of the others */
  readonly archived?: boolean | undefined
  /** these alone */
  readonly ids?: ReadonlyArray<string> | undefined
}

/** Returns a rule, or a version of one, without the ids of its scope that are not seen. */
export const asSeen = <A extends { readonly document: SavedRule["document"] }>(
  visibility: Visibility,
  row: A
): A =>
  visibility === null
    ? row
    : // the stored form is our own
      { ...row, document: seenDocument(visibility, row.document as unknown as CanonicalDocument) }

/** Makes the readers of rules. */
export const ruleReads = (pg: PgClient.PgClient) => {
  const from = pg.literal(ruleTables)

  /** Columns of a rule; for a member with a scope, of the activity of the seen subjects. */
  const selected = (visibility: Visibility) => {
    if (visibility === null) return pg.literal(allRuleColumns)
    const failed = pg.and(seenSubjects(pg, visibility, "r.last_error_subject_id"))
    const mine = pg.and(seenSubjects(pg, visibility, "s.subject_id"))
    return pg`${pg.literal(ruleColumns)} case when ${failed} then r.last_error end as last_error,
      case when ${failed} then ${pg.literal(wireTime("r.last_error_at"))} end as last_error_at,
      (select ${pg.literal(wireTime("max(s.last_fired_at)"))} from rule_states s where s.rule_id = r.id
        and ${mine}) as last_fired_at,
      (select count(*) from rule_states s where s.rule_id = r.id and s.active and r.enabled
        and s.blank_from_version = r.blank_from_version and ${mine})::int as active_count,
        ${pg.literal(ruleTimeColumns)}`
  }

  const edition = Effect.fnUntraced(function* (projectId: string, visibility: Visibility, id: string) {
    const [row] = yield* Effect.orDie(pg<SavedRule & { readonly etag: bigint }>`
      select ${selected(visibility)}, r.etag
      from ${from}
      where r.id = ${id}::uuid and r.project_id = ${projectId}::uuid and r.archived_at is null`)
    if (row === undefined) return yield* new Missing()
    const { etag, ...rule } = row
    return { rule: asSeen(visibility, rule), etag: String(etag) }
  })

  const list = Effect.fn("Rules.list")(function* (
    projectId: string,
    visibility: Visibility,
    { active, archived = false, enabled, failing, ids }: RuleFilter,
    window: Window
  ) {
    const ownConditions = [
      pg`r.project_id = ${projectId}::uuid and r.archived_at is ${pg.literal(archived ? "not null" : "null")}`,
      after(pg, window, "r.created_at", "r.id"),
      ...(enabled === undefined ? [] : [pg`r.enabled = ${enabled}::bool`]),
      ...(ids === undefined ? [] : [pg`r.id = any(${uuids(ids)})`])
    ]
    const activityFilters = [
      ...(failing === undefined ? [] : [pg`(x.last_error is not null) = ${failing}::bool`]),
      ...(active === undefined ? [] : [pg`(x.active_count > 0) = ${active}::bool`])
    ]
    const newest = pg`limit ${window.limit + 1}`
    // the activity is read only for the rules of the page; places sort as the times they contain
    const rows = yield* pg<SavedRule & { readonly place_time: string }>`
      select x.*
      from (
        select ${selected(visibility)}, ${pg.literal(placeTime("r.created_at"))} as place_time
        from ${from}
        where ${pg.and(ownConditions)}
        order by r.created_at desc, r.id desc
        ${activityFilters.length === 0 ? newest : pg.literal("")}
      ) x
      where ${activityFilters.length === 0 ? pg.literal("true") : pg.and(activityFilters)}
      order by x.place_time desc, x.id desc
      ${newest}`
    return slice(
      window,
      rows.map((row) => asSeen(visibility, row)),
      (row) => row.id
    )
  }, Effect.orDie)

  return { edition, list }
}
