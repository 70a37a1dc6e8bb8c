// What looks at the past of a rule read: versions, a project's subjects, their memory at a moment, and what
// happened in a stretch of time. Reads alone; whoever asks bounds them.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import type { Observation, Subject } from "../../domain/rule/Observation.ts"
import type { Reads } from "../../domain/rule/Reads.ts"
import { type Reference, references } from "../../domain/rule/references.ts"
import {
  type RuleSetRows,
  type Edition,
  FactSource,
  type FeatureRow,
  History,
  type Memory,
  type Needs,
  RuleSetSource
} from "../../engine/ports.ts"
import { FactsSql } from "../engine/FactsSql.ts"
import { HistorySql } from "../engine/HistorySql.ts"
import { eventsAt, type StoredEvent } from "./eventsAt.ts"
import { pastFigures } from "./pastFigures.ts"
import { pastRows, type Slice } from "./pastRows.ts"
import { Missing } from "../sql/refusals.ts"
import { RuleSetsSql } from "../engine/RuleSetsSql.ts"
import { missingReferences } from "./ruleReferences.ts"
import { ruleSubjects, type Someone } from "./ruleSubjects.ts"

/** A version of a rule of a project. */
export interface KeptVersion {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly document: CanonicalDocument
  readonly runnable: boolean
}

/**
 * From an edition of the rule set on a version was in force, or none; `blankFrom`: the edition since which
 * the rule remembers.
 */
export interface Activation {
  readonly edition: number
  readonly version: number | null
  readonly blankFrom: number
  readonly at: number
}

export class RuleTests extends Context.Service<
  RuleTests,
  {
    /** null: the current version. Versions of an archived rule stay readable. */
    readonly version: (
      projectId: string,
      ruleId: string,
      version: number | null
    ) => Effect.Effect<KeptVersion, Missing>
    /** ascending by edition */
    readonly activations: (ruleId: string) => Effect.Effect<ReadonlyArray<Activation>>
    /** What a document names that the project has not, or the caller does not see. */
    readonly strangers: (
      projectId: string,
      visibility: Visibility,
      document: CanonicalDocument
    ) => Effect.Effect<ReadonlyArray<Reference>>
    /** The features as they are now, with the edition of the rule set. */
    readonly features: (
      projectId: string
    ) => Effect.Effect<{ readonly features: ReadonlyArray<FeatureRow>; readonly edition: number }>
    /** An edition of the past. */
    readonly ruleSetAt: (projectId: string, edition: number) => Effect.Effect<RuleSetRows>
    /** All entities and bare devices of a project that the caller sees, or these entities of them. */
    readonly subjects: (
      projectId: string,
      visibility: Visibility,
      entityIds: ReadonlyArray<string> | null
    ) => Effect.Effect<ReadonlyArray<Someone>>
    /** One subject, if it is of the project and seen. */
    readonly subject: (
      projectId: string,
      visibility: Visibility,
      of: { readonly entityId: string } | { readonly deviceId: string }
    ) => Effect.Effect<Someone, Missing>
    /** Names of the devices that ever were in the project. */
    readonly devices: (projectId: string) => Effect.Effect<ReadonlyMap<string, string>>
    /**
     * Events of a version about a subject at a moment that still stand; `until`: when a snooze in force now
     * ends.
     */
    readonly eventsAt: (
      ruleId: string,
      version: number,
      subject: Subject,
      at: number
    ) => Effect.Effect<ReadonlyArray<StoredEvent>>
    /** The key of an entity type. */
    readonly entityType: (id: string) => Effect.Effect<string | null>
    /** Subjects as they were just before a moment, by id. */
    readonly recall: (
      subjects: ReadonlyArray<Subject>,
      at: number,
      needs: Needs
    ) => Effect.Effect<ReadonlyMap<string, Memory>>
    /** The editions that judged them, by id. */
    readonly editions: (
      subjects: ReadonlyArray<Subject>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Edition>>>
    /**
     * How many rows of the windows of `needs` lie before a moment, by id; those of subjects that have none
     * are left out.
     */
    readonly weigh: (
      subjects: ReadonlyArray<Subject>,
      at: number,
      needs: Needs
    ) => Effect.Effect<ReadonlyMap<string, number>>
    /** The newest arrival before a moment, by id. */
    readonly lastSeen: (
      projectId: string,
      subjects: ReadonlyArray<Subject>,
      before: number
    ) => Effect.Effect<ReadonlyMap<string, number>>
    /** The first record of subjects in a stretch, by id. */
    readonly beginnings: (
      subjects: ReadonlyArray<Subject>,
      from: number,
      to: number
    ) => Effect.Effect<ReadonlyMap<string, number>>
    readonly records: (slice: Slice, reads: Reads) => Effect.Effect<ReadonlyArray<Observation>>
    readonly arrivals: (
      slice: Slice,
      grain: number
    ) => Effect.Effect<ReadonlyArray<{ readonly subjectId: string; readonly at: number }>>
  }
>()("store/RuleTests") {
  static readonly layer = Layer.effect(
    RuleTests,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([FactsSql, HistorySql, RuleSetsSql]))
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const facts = yield* FactSource
  const history = yield* History
  const ruleSets = yield* RuleSetSource
  const rows = pastRows(pg)
  const { subject, subjects } = ruleSubjects(pg, facts)
  const { beginnings, weigh } = pastFigures(pg)

  const version = Effect.fn("RuleTests.version")(function* (
    projectId: string,
    ruleId: string,
    wanted: number | null
  ) {
    const [row] = yield* Effect.orDie(pg<KeptVersion>`
      select r.id, r.name, v.version, v.document, v.runnable
      from rules r
        join rule_versions v
          on v.rule_id = r.id and v.version = coalesce(${wanted}::int4, r.current_version)
      where r.id = ${ruleId}::uuid and r.project_id = ${projectId}::uuid`)
    return row ?? (yield* new Missing())
  })

  const activations = Effect.fn("RuleTests.activations")(function* (ruleId: string) {
    return yield* pg<Activation>`
      select book_version::float8 as edition,
        version, blank_from_version::float8 as "blankFrom",
        extract(epoch from at)::float8 * 1000 as at
      from rule_activations
      where rule_id = ${ruleId}::uuid
      order by book_version`
  }, Effect.orDie)

  const features = Effect.fn("RuleTests.features")(function* (projectId: string) {
    const ruleSet = yield* ruleSets.load(projectId)
    return { features: ruleSet?.features ?? [], edition: ruleSet?.version ?? 0 }
  })

  const devices = Effect.fn("RuleTests.devices")(function* (projectId: string) {
    const list = yield* pg<{
      id: string
      name: string
    }>`
      select d.id, d.name
      from devices d
      where exists (
        select from project_assignments a where a.device_id = d.id and a.project_id = ${projectId}::uuid
      )`
    return new Map(list.map((d) => [d.id, d.name]))
  }, Effect.orDie)

  const entityType = Effect.fn("RuleTests.entityType")(function* (id: string) {
    const [row] = yield* pg<{ key: string }>`select key from entity_types where id = ${id}::uuid`
    return row?.key ?? null
  }, Effect.orDie)

  return RuleTests.of({
    version,
    activations,
    features,
    subjects,
    subject,
    devices,
    eventsAt: eventsAt(pg),
    entityType,
    weigh,
    beginnings,
    strangers: Effect.fn("RuleTests.strangers")(
      (projectId: string, visibility: Visibility, document: CanonicalDocument) =>
        missingReferences(pg, projectId, visibility, references(document)),
      Effect.orDie
    ),
    ruleSetAt: ruleSets.at,
    recall: (list, at, needs) =>
      history.recall(
        list.map((s) => ({ subject: s, from: at, to: at })),
        needs,
        null
      ),
    editions: history.editions,
    lastSeen: Effect.fn("RuleTests.lastSeen")(rows.lastSeen, Effect.orDie),
    records: Effect.fn("RuleTests.records")(rows.records, Effect.orDie),
    arrivals: Effect.fn("RuleTests.arrivals")(rows.arrivals, Effect.orDie)
  })
})
