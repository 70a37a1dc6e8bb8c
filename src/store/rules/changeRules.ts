// Changes of rules: made, updated, given another document, archived. Each is one transaction.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { uuid7 } from "../sql/uuid7.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { canonicalText } from "../../domain/rule/Document.ts"
import type { Parsed } from "../../domain/rule/parse.ts"
import type { RuleChange, SavedRule } from "../../domain/rule/SavedRule.ts"
import { activation } from "../../domain/rule/Version.ts"
import { audit } from "../access/Audit.ts"
import { appendStream } from "../events/EventStream.ts"
import { type Expected, type Missing, OutsideScope } from "../sql/refusals.ts"
import { outsideScope, ruleChecks, type RuleIssue, RuleRefused } from "./checkRule.ts"
import { type VersionInForce, ruleWriter } from "./writeRule.ts"
import { isBeyond, seenSubjects } from "../access/visibilityConditions.ts"

/** Edition is a rule and the number of its edition, which every write raises. */
export interface Edition {
  readonly rule: SavedRule
  readonly etag: string
}

/** SavedEdition also has the version of a document; of a dry run also what saving it would do. */
interface SavedEdition extends Edition {
  readonly version: number
  readonly differs?: boolean
  readonly resets?: { readonly active: number; readonly pending: number } | null
}

/** RuleInput is what a rule is made of apart from its document; disabled by default. */
interface RuleInput {
  readonly name: string
  readonly description?: string
  readonly enabled?: boolean
}

const reserved = (pointer: string, version: number): RuleIssue => ({
  pointer,
  code: "RULE_CONDITION_RESERVED",
  detail: `version ${version} uses a reserved condition kind: it can be kept, not put in force`
})

const alsoOthers =
  "The rule is also about animals outside of your scope: it is changed by members who see them."

/** Makes the writing half of `Rules`; `edition` reads a rule back. */
export const ruleChanges = (
  pg: PgClient.PgClient,
  edition: (projectId: string, visibility: Visibility, id: string) => Effect.Effect<Edition, Missing>
) => {
  const { countRuleSet, insertVersion, lockRuleSet, open, settle } = ruleWriter(pg)
  const { check, mustHaveRoom } = ruleChecks(pg)

  /** Reads the rule back and notifies live readers, as the last statement of a change. */
  const told = (projectId: string, visibility: Visibility, id: string) =>
    Effect.tap(edition(projectId, visibility, id), () => tell(projectId, id))

  const tell = (projectId: string, id: string) =>
    appendStream(pg, [{ projectId, type: "rule.updated", objectId: id, entityId: null, deviceId: null }])

  /** Returns the states that a new version resets; null: none, they are continued. */
  const resetsOf = Effect.fnUntraced(function* (
    id: string,
    visibility: Visibility,
    before: VersionInForce,
    next: VersionInForce
  ) {
    if (activation(before, next)?.blank !== true) return null
    const [row] = yield* pg<{ readonly active: number; readonly pending: number }>`
      select (count(*) filter (where s.active))::int as active,
        (count(*) filter (where not s.active and (s.since is not null or s.wake_at is not null)))::int as pending
      from rule_states s
        join rules r on r.id = s.rule_id and r.blank_from_version = s.blank_from_version
      where ${pg.and([pg`s.rule_id = ${id}::uuid`, ...seenSubjects(pg, visibility, "s.subject_id")])}`
    return row!
  })

  const create = Effect.fn("Rules.create")(
    function* (actor: Actor, projectId: string, visibility: Visibility, input: RuleInput, parsed: Parsed) {
      const enabled = input.enabled ?? false
      const id = uuid7()
      const ruleSet = yield* lockRuleSet(projectId)
      yield* mustHaveRoom(projectId)
      yield* check(projectId, visibility, parsed, enabled)
      const from = enabled ? yield* countRuleSet(projectId) : ruleSet
      yield* pg`
        insert into rules (id, project_id, name, description, enabled, current_version, blank_from_version)
        values (
          ${id}::uuid, ${projectId}::uuid, ${input.name}, ${input.description ?? ""}, ${enabled}, 1,
          ${from}::int8
        )`
      yield* insertVersion(id, 1, parsed, actor)
      if (enabled)
        yield* pg`
          insert into rule_activations (rule_id, rule_set_version, version, blank_from_version)
          values (${id}::uuid, ${from}::int8, 1, ${from}::int8)`
      yield* audit(pg, actor, {
        action: "rule.created",
        objectType: "rule",
        objectId: id,
        projectId,
        detail: { name: input.name, enabled }
      })
      return yield* told(projectId, visibility, id)
    },
    pg.withTransaction,
    Effect.catchTag(["SqlError", "Missing"], Effect.die)
  )

  const update = Effect.fn("Rules.update")(
    function* (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      id: string,
      expected: Expected,
      change: RuleChange
    ) {
      const before = yield* open(projectId, id, expected, change.archived === false)
      const wanted = change.current_version ?? before.current.version
      const [stored] =
        wanted === before.current.version
          ? [before.current]
          : yield* pg<VersionInForce>`
            select version, document, runnable
            from rule_versions
            where rule_id = ${id}::uuid and version = ${wanted}::int4`
      if (stored === undefined)
        return yield* new RuleRefused({
          issues: [
            {
              pointer: "/current_version",
              code: "UNKNOWN_VERSION",
              detail: `the rule has no version ${wanted}`
            }
          ]
        })
      if ([before.current, stored].some(({ document }) => isBeyond(visibility, document)))
        return yield* new OutsideScope({ detail: alsoOthers })
      const enabled = change.enabled ?? before.enabled
      if (enabled && !stored.runnable)
        return yield* new RuleRefused({
          issues: [reserved(change.enabled === undefined ? "/current_version" : "/enabled", wanted)]
        })
      if (Object.keys(change).length === 0) return yield* edition(projectId, visibility, id)
      if (before.isArchived) yield* mustHaveRoom(projectId)
      yield* settle(projectId, id, before, { ...change, enabled, current: stored })
      yield* audit(pg, actor, {
        action: before.isArchived ? "rule.restored" : "rule.updated",
        objectType: "rule",
        objectId: id,
        projectId,
        detail: change
      })
      return yield* told(projectId, visibility, id)
    },
    pg.withTransaction,
    Effect.catchTag("SqlError", Effect.die)
  )

  const saveDocument = Effect.fn("Rules.saveDocument")(
    function* (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      id: string,
      expected: Expected,
      parsed: Parsed,
      { activate, dryRun }: { readonly activate: boolean; readonly dryRun: boolean }
    ) {
      const before = yield* open(projectId, id, expected)
      if (isBeyond(visibility, before.current.document))
        return yield* new RuleRefused({ issues: [outsideScope(alsoOthers)] })
      yield* check(projectId, visibility, parsed, activate && before.enabled)
      const [latest] = yield* pg<VersionInForce>`
        select version, document, runnable
        from rule_versions
        where rule_id = ${id}::uuid
        order by version desc
        limit 1`
      const text = canonicalText(parsed.document)
      const same = [before.current, latest!].find((kept) => canonicalText(kept.document) === text)
      const next: VersionInForce = same ?? {
        version: latest!.version + 1,
        document: parsed.document,
        runnable: parsed.reserved.length === 0
      }
      if (dryRun) {
        const resets =
          activate && before.enabled ? yield* resetsOf(id, visibility, before.current, next) : null
        const is = yield* edition(projectId, visibility, id)
        return { ...is, version: next.version, differs: same === undefined, resets } satisfies SavedEdition
      }
      if (same === undefined) yield* insertVersion(id, next.version, parsed, actor)
      const current = activate ? next : before.current
      const isChanged = same === undefined || current.version !== before.current.version
      if (isChanged) {
        yield* settle(projectId, id, before, { enabled: before.enabled, current })
        yield* audit(pg, actor, {
          action: "rule.document_saved",
          objectType: "rule",
          objectId: id,
          projectId,
          detail: { version: next.version, in_force: current.version }
        })
      }
      const read = isChanged ? told : edition
      const saved: SavedEdition = { ...(yield* read(projectId, visibility, id)), version: next.version }
      return saved
    },
    pg.withTransaction,
    Effect.catchTag("SqlError", Effect.die)
  )

  const archive = Effect.fn("Rules.archive")(
    function* (actor: Actor, projectId: string, visibility: Visibility, id: string, expected: Expected) {
      const before = yield* open(projectId, id, expected)
      if (isBeyond(visibility, before.current.document))
        return yield* new OutsideScope({ detail: alsoOthers })
      yield* settle(projectId, id, before, { enabled: false, current: before.current, archived: true })
      yield* audit(pg, actor, {
        action: "rule.archived",
        objectType: "rule",
        objectId: id,
        projectId,
        detail: { name: before.name }
      })
      yield* tell(projectId, id)
    },
    pg.withTransaction,
    Effect.catchTag("SqlError", Effect.die)
  )

  return { create, update, saveDocument, archive }
}
