// Writes changes of a rule. A change of the rules in force raises the edition of the project's rule set in the
// same transaction, so that the engine adopts it between two batches; the lock of the project's row serialises
// such changes.
import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import type { Parsed } from "../../domain/rule/parse.ts"
import { activation, type InForce } from "../../domain/rule/Version.ts"
import { lastChange } from "../access/whoDid.ts"
import { type Change, type Expected, Missing } from "../sql/refusals.ts"

/** RuleStale means that the rule was edited since the caller read it. */
export class RuleStale extends Data.TaggedError("RuleStale")<{ readonly current: Change }> {}

/** VersionInForce is a version that is about to be in force. Documents in the table are in our own form. */
export interface VersionInForce {
  readonly version: number
  readonly document: CanonicalDocument
  readonly runnable: boolean
}

/** PreviousRule is a rule as it was before the change. */
interface PreviousRule {
  readonly name: string
  readonly enabled: boolean
  readonly isArchived: boolean
  readonly etag: string
  readonly current: VersionInForce
}

/** Makes the statements that change rules; each runs in the caller's transaction. */
export const ruleWriter = (pg: PgClient.PgClient) => {
  /**
   * Locks the rule set: the holder alone changes rules, while records and events of the project are still
   * written.
   */
  const lockRuleSet = Effect.fnUntraced(function* (projectId: string) {
    const [row] = yield* pg<{
      readonly version: number
    }>`select rule_set_version::float8 as version from projects where id = ${projectId}::uuid for no key update`
    return row?.version ?? (yield* new Missing())
  })

  const countRuleSet = (projectId: string) =>
    Effect.map(
      pg<{
        readonly version: number
      }>`
        update projects set rule_set_version = rule_set_version + 1
        where id = ${projectId}::uuid
        returning rule_set_version::float8 as version`,
      ([row]) => row!.version
    )

  /** Locks a rule and reads it. An archived rule is missing, except where it may be restored. */
  const open = Effect.fnUntraced(function* (
    projectId: string,
    id: string,
    expected: Expected,
    mayBeArchived = false
  ) {
    yield* lockRuleSet(projectId)
    const [row] = yield* pg<
      VersionInForce & Omit<PreviousRule, "etag" | "current"> & { readonly etag: bigint }
    >`
      select r.name, r.enabled, r.archived_at is not null as "isArchived", r.etag, c.version, c.document,
        c.runnable
      from rules r
        join rule_versions c on c.rule_id = r.id and c.version = r.current_version
      where r.id = ${id}::uuid and r.project_id = ${projectId}::uuid
        and (${mayBeArchived} or r.archived_at is null)
      for no key update of r`
    if (row === undefined) return yield* new Missing()
    const { document, enabled, isArchived, name, runnable, version } = row
    const etag = String(row.etag)
    if (expected !== null && !expected.has(etag))
      return yield* new RuleStale({ current: yield* lastChange(pg, { type: "rule", projectId, id }, etag) })
    const current = { version, document, runnable }
    return { name, enabled, isArchived, etag, current } satisfies PreviousRule
  })

  /** Writes a rule, and the rule set if that changes what is in force or the text of titles. */
  const settle = Effect.fnUntraced(function* (
    projectId: string,
    id: string,
    before: PreviousRule,
    next: {
      readonly name?: string
      readonly description?: string
      readonly enabled: boolean
      readonly current: VersionInForce
      readonly archived?: boolean
    }
  ) {
    const inForce = (enabled: boolean, kept: VersionInForce): InForce => (enabled ? kept : null)
    const activated = activation(inForce(before.enabled, before.current), inForce(next.enabled, next.current))
    const renamed = next.enabled && next.name !== undefined && next.name !== before.name
    const ruleSet = activated !== null || renamed ? yield* countRuleSet(projectId) : null
    if (activated !== null)
      yield* pg`
        insert into rule_activations (rule_id, rule_set_version, version, blank_from_version)
        select id, ${ruleSet}::int8, ${activated.version}::int4,
          case when ${activated.blank} then ${ruleSet}::int8 else blank_from_version end
        from rules
        where id = ${id}::uuid`
    const corrected = next.current.version !== before.current.version
    yield* pg`
      update rules set
        name = coalesce(${next.name ?? null}, name),
        description = coalesce(${next.description ?? null}, description),
        enabled = ${next.enabled},
        current_version = ${next.current.version}::int4,
        blank_from_version = coalesce(${activated?.blank === true ? ruleSet : null}::int8, blank_from_version),
        last_error = case when ${corrected} then null else last_error end,
        last_error_at = case when ${corrected} then null else last_error_at end,
        last_error_subject_id = case when ${corrected} then null else last_error_subject_id end,
        archived_at = case when ${next.archived === true} then now() end,
        etag = etag + 1,
        updated_at = now()
      where id = ${id}::uuid`
  })

  const insertVersion = (id: string, version: number, { document, reserved }: Parsed, actor: Actor) => pg`
    insert into rule_versions (rule_id, version, document, runnable, created_by)
    values (
      ${id}::uuid, ${version}::int4, ${pg.json(document)}, ${reserved.length === 0}, ${actor.userId}::uuid
    )`

  return { lockRuleSet, countRuleSet, open, settle, insertVersion }
}
