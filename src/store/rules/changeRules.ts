// Changes of rules. Whatever changes what is in force counts the project's book up in the same transaction,
// so that the engine takes it at a batch boundary; the project's row lock puts such changes in order.
import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import { uuid7 } from "../sql/uuid7.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { type CanonicalDocument, canonicalText } from "../../domain/rule/Document.ts"
import { beyondRules } from "../../domain/rule/limits.ts"
import type { Parsed } from "../../domain/rule/parse.ts"
import { references } from "../../domain/rule/references.ts"
import type { RuleChange, SavedRule } from "../../domain/rule/SavedRule.ts"
import { type InForce, turn } from "../../domain/rule/Version.ts"
import { audit } from "../access/Audit.ts"
import { Missing, OutsideScope } from "../sql/refusals.ts"
import { missingReferences } from "./ruleReferences.ts"
import { isBeyond } from "../access/visible.ts"

/** One thing a request asks for that cannot be; `pointer` leads into the request. */
export interface RuleIssue {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** The change breaks rules; nothing was saved. */
export class RuleRefused extends Data.TaggedError("RuleRefused")<{
  readonly issues: ReadonlyArray<RuleIssue>
}> {}

/** The rule was edited since the caller read it. */
export class RuleStale extends Data.TaggedError("RuleStale")<{ readonly etag: string }> {}

/** A rule and the number of its edition, which every write counts up. */
export interface Edition {
  readonly rule: SavedRule
  readonly etag: string
}

/** Editions the caller will overwrite; null: any. */
export type Expected = ReadonlySet<string> | null

/** What a rule begins with besides its document; disabled unless said. */
export interface RuleInput {
  readonly name: string
  readonly description?: string
  readonly enabled?: boolean
}

/** A version on its way to being in force. Documents in the table are our own writing. */
interface Kept {
  readonly version: number
  readonly document: CanonicalDocument
  readonly runnable: boolean
}

interface Before {
  readonly name: string
  readonly enabled: boolean
  readonly etag: string
  readonly current: Kept
}

const reserved = (pointer: string, version: number): RuleIssue => ({
  pointer,
  code: "RULE_CONDITION_RESERVED",
  detail: `version ${version} uses a reserved condition kind: it can be kept, not put in force`
})

const alsoOthers =
  "The rule is also about animals outside of your scope: it is changed by members who see them."

const outsideScope = (detail: string): RuleIssue => ({
  pointer: "/document/scope",
  code: "OUTSIDE_SCOPE",
  detail
})

/** The writing half of `Rules`; `edition` reads a rule back. */
export const ruleChanges = (
  pg: PgClient.PgClient,
  edition: (projectId: string, visibility: Visibility, id: string) => Effect.Effect<Edition, Missing>
) => {
  /** Whoever holds this lock changes rules alone; records and events of the project go on being written. */
  const lockBook = Effect.fnUntraced(function* (projectId: string) {
    const [row] = yield* pg<{
      readonly version: number
    }>`select book_version::float8 as version from projects where id = ${projectId}::uuid for no key update`
    return row?.version ?? (yield* new Missing())
  })
  const countBook = (projectId: string) =>
    Effect.map(
      pg<{
        readonly version: number
      }>`update projects set book_version = book_version + 1 where id = ${projectId}::uuid
        returning book_version::float8 as version`,
      ([row]) => row!.version
    )

  const open = Effect.fnUntraced(function* (projectId: string, id: string, expected: Expected) {
    yield* lockBook(projectId)
    const [row] = yield* pg<
      Kept & { readonly name: string; readonly enabled: boolean; readonly etag: bigint }
    >`
      select r.name, r.enabled, r.etag, c.version, c.document, c.runnable from rules r
        join rule_versions c on c.rule_id = r.id and c.version = r.current_version
      where r.id = ${id}::uuid and r.project_id = ${projectId}::uuid
        and r.archived_at is null for no key update of r`
    if (row === undefined) return yield* new Missing()
    const { document, enabled, name, runnable, version } = row
    const etag = String(row.etag)
    if (expected !== null && !expected.has(etag)) return yield* new RuleStale({ etag })
    return { name, enabled, etag, current: { version, document, runnable } } satisfies Before
  })

  /** Writes what becomes of a rule, and into the book if that changes what is in force or how titles read. */
  const settle = Effect.fnUntraced(function* (
    projectId: string,
    id: string,
    before: Before,
    next: {
      readonly name?: string
      readonly description?: string
      readonly enabled: boolean
      readonly current: Kept
      readonly archived?: true
    }
  ) {
    const inForce = (enabled: boolean, kept: Kept): InForce => (enabled ? kept : null)
    const turned = turn(inForce(before.enabled, before.current), inForce(next.enabled, next.current))
    const renamed = next.enabled && next.name !== undefined && next.name !== before.name
    const book = turned !== null || renamed ? yield* countBook(projectId) : null
    if (turned !== null)
      yield* pg`
      insert into rule_activations (rule_id, book_version, version, blank_from_version)
      select id, ${book}::int8, ${turned.version}::int4, case
        when ${turned.blank} then ${book}::int8 else blank_from_version end from rules where id = ${id}::uuid`
    const corrected = next.current.version !== before.current.version
    yield* pg`
      update rules set name = coalesce(${next.name ?? null}, name),
        description = coalesce(${next.description ?? null}, description), enabled = ${next.enabled},
        current_version = ${next.current.version}::int4,
          blank_from_version = coalesce(${turned?.blank === true ? book : null}::int8, blank_from_version),
        last_error = case when ${corrected} then null else last_error end, last_error_at = case
          when ${corrected} then null else last_error_at end,
        last_error_subject_id = case when ${corrected} then null else last_error_subject_id end,
        archived_at = case when ${next.archived === true} then now() end, etag = etag + 1, updated_at = now()
      where id = ${id}::uuid`
  })

  const insertVersion = (id: string, version: number, { document, reserved }: Parsed, actor: Actor) => pg`
    insert into rule_versions (rule_id, version, document, runnable, created_by)
    values (${id}::uuid, ${version}::int4, ${pg.json(document)}, ${reserved.length === 0},
      ${actor.userId}::uuid)`

  /**
   * What keeps a document from being saved, or, where it is to be in force, from running. Pointers lead into
   * a body that holds it as `document`.
   */
  const check = Effect.fnUntraced(function* (
    projectId: string,
    visibility: Visibility,
    parsed: Parsed,
    toRun: boolean
  ) {
    const missing = yield* missingReferences(pg, projectId, visibility, references(parsed.document))
    const issues = [
      ...missing.map(({ kind, pointer }) => ({
        pointer: `/document${pointer}`,
        code: "UNKNOWN_REFERENCE",
        detail: `no such ${kind.replace("_", " ")} in this project`
      })),
      ...(toRun
        ? parsed.reserved.map((pointer) => ({
            pointer: `/document${pointer}`,
            code: "RULE_CONDITION_RESERVED",
            detail: "a reserved condition kind can be saved, not enabled"
          }))
        : [])
    ]
    if (issues.length > 0) return yield* new RuleRefused({ issues })
    if (isBeyond(visibility, parsed.document)) {
      return yield* new RuleRefused({
        issues: [
          outsideScope(
            "The rule would also be about animals outside of your scope: keep it to entities or " +
              "groups of your scope, by entity_ids or group_ids."
          )
        ]
      })
    }
  })

  /** Whoever counts holds the book: of two at once the second counts what the first has made. */
  const mustHaveRoom = Effect.fnUntraced(function* (projectId: string) {
    const [row] = yield* pg<{ readonly count: number }>`
      select count(*)::int as count from rules where project_id = ${projectId}::uuid and archived_at is null`
    const beyond = beyondRules(row!.count)
    if (beyond !== null) return yield* new RuleRefused({ issues: [{ pointer: "", ...beyond }] })
  })

  const create = Effect.fn("Rules.create")(
    function* (actor: Actor, projectId: string, visibility: Visibility, input: RuleInput, parsed: Parsed) {
      const enabled = input.enabled ?? false
      const id = uuid7()
      const book = yield* lockBook(projectId)
      yield* mustHaveRoom(projectId)
      yield* check(projectId, visibility, parsed, enabled)
      const from = enabled ? yield* countBook(projectId) : book
      yield* pg`
      insert into rules (id, project_id, name, description, enabled, current_version, blank_from_version)
      values (${id}::uuid, ${projectId}::uuid, ${input.name}, ${input.description ?? ""}, ${enabled}, 1,
        ${from}::int8)`
      yield* insertVersion(id, 1, parsed, actor)
      if (enabled)
        yield* pg`insert into rule_activations (rule_id, book_version, version, blank_from_version)
          values (${id}::uuid, ${from}::int8, 1, ${from}::int8)`
      yield* audit(pg, actor, {
        action: "rule.created",
        objectType: "rule",
        objectId: id,
        projectId,
        detail: { name: input.name, enabled }
      })
      return yield* edition(projectId, visibility, id)
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
      const before = yield* open(projectId, id, expected)
      const wanted = change.current_version ?? before.current.version
      const [stored] =
        wanted === before.current.version
          ? [before.current]
          : yield* pg<Kept>`
      select version, document, runnable from rule_versions where rule_id = ${id}::uuid
        and version = ${wanted}::int4`
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
      if (Object.keys(change).length > 0) {
        yield* settle(projectId, id, before, { ...change, enabled, current: stored })
        yield* audit(pg, actor, {
          action: "rule.updated",
          objectType: "rule",
          objectId: id,
          projectId,
          detail: change
        })
      }
      return yield* edition(projectId, visibility, id)
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
      activate: boolean
    ) {
      const before = yield* open(projectId, id, expected)
      if (isBeyond(visibility, before.current.document))
        return yield* new RuleRefused({ issues: [outsideScope(alsoOthers)] })
      yield* check(projectId, visibility, parsed, activate && before.enabled)
      const [latest] =
        yield* pg<Kept>`select version, document, runnable from rule_versions where rule_id = ${id}::uuid
          order by version desc limit 1`
      const text = canonicalText(parsed.document)
      const same = [before.current, latest!].find((kept) => canonicalText(kept.document) === text)
      const next: Kept = same ?? {
        version: latest!.version + 1,
        document: parsed.document,
        runnable: parsed.reserved.length === 0
      }
      if (same === undefined) yield* insertVersion(id, next.version, parsed, actor)
      const current = activate ? next : before.current
      if (same === undefined || current.version !== before.current.version) {
        yield* settle(projectId, id, before, { enabled: before.enabled, current })
        yield* audit(pg, actor, {
          action: "rule.document_saved",
          objectType: "rule",
          objectId: id,
          projectId,
          detail: { version: next.version, in_force: current.version }
        })
      }
      return { ...(yield* edition(projectId, visibility, id)), version: next.version }
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
    },
    pg.withTransaction,
    Effect.catchTag("SqlError", Effect.die)
  )

  return { create, update, saveDocument, archive }
}
