// Rules: list, look up, make, update, archive, and their versions. A rule belongs to the whole project; its
// activity and the names in it are shown to callers who see the subjects.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import type { Parsed } from "../../domain/rule/parse.ts"
import { references } from "../../domain/rule/references.ts"
import type { RuleVersion } from "../../domain/rule/SavedRule.ts"
import { ruleChanges } from "./changeRules.ts"
import { ruleChecks } from "./checkRule.ts"
import { missingReferences } from "./ruleReferences.ts"
import { asSeen, ruleReads } from "./readRules.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { Missing } from "../sql/refusals.ts"
import { personOf } from "../access/whoDid.ts"
import { seenRecords } from "../access/visibilityConditions.ts"

/** MAX_EVENTS is how many events of a rule are searched for those of a version. */
const MAX_EVENTS = 10_000

const versionColumns = `v.rule_id, v.version, v.document, v.runnable, ${wireTime("v.created_at")} as created_at,
  v.created_by, ${personOf("v.created_by")} as created_by_user`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Columns of a version, with the seen events that refer to it. */
  const versionOf = (visibility: Visibility) => pg`${pg.literal(versionColumns)}, (
    select count(*) filter (where x.rule_version = v.version)
    from (
      select e.rule_version
      from events e
      where ${pg.and([pg.literal("e.rule_id = v.rule_id"), ...seenRecords(pg, visibility, "e")])}
      order by e.time desc, e.id desc
      limit ${MAX_EVENTS}
    ) x
  )::int as events`

  const { edition, list } = ruleReads(pg)
  const { archive, create, saveDocument, update } = ruleChanges(pg, edition)
  const { refusals } = ruleChecks(pg)

  // versions of an archived rule stay readable, because events refer to them
  const ofProject = (projectId: string, id: string) =>
    pg`v.rule_id = ${id}::uuid and exists (select from rules r where r.id = v.rule_id
      and r.project_id = ${projectId}::uuid)`

  const versions = Effect.fn("Rules.versions")(function* (
    projectId: string,
    visibility: Visibility,
    id: string,
    window: Window
  ) {
    const rows = yield* Effect.orDie(pg<RuleVersion & { readonly place_time: string }>`
      select ${versionOf(visibility)}, ${pg.literal(placeTime("v.created_at"))} as place_time
      from rule_versions v
      where ${ofProject(projectId, id)} and ${after(pg, window, "v.created_at", "v.version", "int8")}
      order by v.created_at desc, v.version desc
      limit ${window.limit + 1}`)
    if (rows.length === 0 && window.after === null) return yield* new Missing()
    return slice(
      window,
      rows.map((row) => asSeen(visibility, row)),
      (row) => String(row.version)
    )
  })

  const version = Effect.fn("Rules.version")(function* (
    projectId: string,
    visibility: Visibility,
    id: string,
    number: number
  ) {
    const [row] = yield* Effect.orDie(
      pg<RuleVersion>`
        select ${versionOf(visibility)}
        from rule_versions v
        where ${ofProject(projectId, id)} and v.version = ${number}::int4`
    )
    return row === undefined ? yield* new Missing() : asSeen(visibility, row)
  })

  return {
    list,
    get: Effect.fn("Rules.get")(edition),
    create,
    /** Refused for a rule that is about more than the caller sees, as `archive`. */
    update,
    /**
     * Returns the number of the version with the document: a new one only if it differs from the version in
     * force and from the newest. Refused for a rule that is about more than the caller sees. `dryRun`:
     * nothing is written, and the states that would be reset are returned.
     */
    saveDocument,
    /**
     * Archives a rule: it is disabled and listed only among the archived rules, from where `update` restores
     * it. Its versions stay, because events refer to them.
     */
    archive,
    versions,
    version,
    /** The references of a document that do not exist in the project, or are not seen. */
    strangers: Effect.fn("Rules.strangers")(
      (projectId: string, visibility: Visibility, document: CanonicalDocument) =>
        missingReferences(pg, projectId, visibility, references(document)),
      Effect.orDie
    ),
    /**
     * The reasons for which saving a document would be refused; pointers as into a body that has it as
     * `document`.
     */
    refusals: Effect.fn("Rules.refusals")(
      (projectId: string, visibility: Visibility, parsed: Parsed) =>
        refusals(projectId, visibility, parsed, false),
      Effect.orDie
    )
  }
})

/** Rules stores rules. */
export class Rules extends Context.Service<Rules>()("store/Rules", { make }) {
  static readonly layer = Layer.effect(Rules, make)
}
