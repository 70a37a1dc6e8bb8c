// Features of a project. A change of a shape is an edition of the rule set, so that rules place every subject
// again.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { uuid7 } from "../../sql/uuid7.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Geometry } from "../../../domain/geo/Geometry.ts"
import {
  type Feature,
  type FeatureChange,
  type NewFeature,
  sameShape
} from "../../../domain/tracking/Feature.ts"
import { audit } from "../../access/Audit.ts"
import { bumpRuleSet } from "../projects/editions.ts"
import { checkUnused } from "./featureUses.ts"
import { geometryIssue, MaxGeometryBytes } from "./geometryBytes.ts"
import { InvalidGeometry, reshape, shape } from "./storedShape.ts"
import { after, placeTime, slice, type Window, wireTime, withinPage } from "../../sql/keyset.ts"
import { type Expected, Missing, refusing } from "../../sql/refusals.ts"
import { editionOf } from "../../../domain/edition.ts"
import { checkEdition } from "../../access/whoDid.ts"
import { changedColumns, writtenColumns } from "../../sql/writtenColumns.ts"

/** FeatureFilter narrows a list of features. */
interface FeatureFilter {
  readonly feature_type?: Feature["feature_type"]
}

/** The form of a change for the audit log, without the shape, which can be large and is stored as a revision. */
const brief = ({ geometry, ...rest }: NewFeature | FeatureChange) => ({
  ...rest,
  ...(geometry === undefined ? {} : { geometry: "changed" })
})

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const maxGeometryBytes = yield* MaxGeometryBytes
  const selected =
    pg.literal(`f.id, f.project_id, f.feature_type, f.name, f.geometry, f.attributes, f.revision,
    ${wireTime("f.created_at")} as created_at, ${wireTime("f.updated_at")} as updated_at`)

  /** Fails where the shapes exceed the limits of their project, which is locked by its edition. */
  const checkRoom = Effect.fnUntraced(function* (
    projectId: string,
    shapes: ReadonlyArray<Geometry>,
    replacedId: string | null = null
  ) {
    const issue = yield* geometryIssue(pg, maxGeometryBytes, projectId, shapes, replacedId)
    if (issue !== null) return yield* new InvalidGeometry({ issues: [issue] })
  })

  /** Returns why the project has no room for such shapes, whatever each of them is; null: it has. */
  const roomFor = Effect.fn("Features.roomFor")(
    (projectId: string, shapes: ReadonlyArray<Geometry>) =>
      geometryIssue(pg, maxGeometryBytes, projectId, shapes, null),
    Effect.orDie
  )

  const list = Effect.fn("Features.list")(function* (
    projectId: string,
    filter: FeatureFilter,
    window: Window
  ) {
    const rows = yield* pg<Feature & { place_time: string }>`${withinPage(
      pg,
      pg`
      select ${selected}, ${pg.literal(placeTime("f.created_at"))} as place_time
      from features f
      where ${pg.and([
        pg`f.project_id = ${projectId}`,
        ...(filter.feature_type === undefined ? [] : [pg`f.feature_type = ${filter.feature_type}`]),
        after(pg, window, "f.created_at", "f.id")
      ])}
      order by f.created_at desc, f.id desc
      limit ${window.limit + 1}`
    )}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const find = Effect.fnUntraced(function* (projectId: string, id: string) {
    const [row] = yield* pg<Feature>`
      select ${selected} from features f where f.project_id = ${projectId} and f.id = ${id}`
    return row ?? (yield* new Missing())
  })

  const get = Effect.fn("Features.get")(find, refusing({}))

  const create = Effect.fn("Features.create")(
    function* (actor: Actor, projectId: string, input: NewFeature) {
      const attributes = input.attributes ?? {}
      const geometry = yield* shape(input.geometry, attributes)
      const version = yield* bumpRuleSet(pg, projectId)
      yield* checkRoom(projectId, [geometry])
      const columns = {
        id: uuid7(),
        project_id: projectId,
        ...writtenColumns(pg, { ...input, attributes, geometry }),
        changed_at_version: version
      }
      const [row] = yield* pg<Feature>`
        insert into features as f ${pg.insert(columns)} returning ${selected}`
      yield* audit(pg, actor, {
        action: "feature.created",
        objectType: "feature",
        objectId: row!.id,
        projectId,
        detail: brief(input)
      })
      return row!
    },
    pg.withTransaction,
    refusing({})
  )

  /** Makes all of them or, where a shape is refused, none; returns their ids, in the same order. */
  const createAll = Effect.fn("Features.createAll")(
    function* (actor: Actor, projectId: string, inputs: ReadonlyArray<NewFeature>) {
      if (inputs.length === 0) return []
      const rows = yield* Effect.forEach(inputs, (input) =>
        Effect.gen(function* () {
          const attributes = input.attributes ?? {}
          const geometry = yield* shape(input.geometry, attributes)
          yield* Effect.yieldNow // a thousand large shapes are half a second of work
          return { id: uuid7(), feature_type: input.feature_type, name: input.name, geometry, attributes }
        })
      )
      const version = yield* bumpRuleSet(pg, projectId)
      yield* checkRoom(
        projectId,
        rows.map((row) => row.geometry)
      )
      yield* pg`
        insert into features (id, project_id, feature_type, name, geometry, attributes, changed_at_version)
        select r.id, ${projectId}::uuid, r.feature_type, r.name, r.geometry, r.attributes, ${version}
        from jsonb_to_recordset(${pg.json(rows)})
          as r(id uuid, feature_type text, name text, geometry jsonb, attributes jsonb)`
      yield* audit(pg, actor, {
        action: "feature.imported",
        objectType: "feature",
        objectId: null,
        projectId,
        detail: { count: rows.length, names: rows.slice(0, 20).map(({ name }) => name) }
      })
      return rows.map(({ id }) => id)
    },
    pg.withTransaction,
    refusing({})
  )

  /** A change of the shape makes the next revision; earlier ones stay. */
  const update = Effect.fn("Features.update")(
    function* (actor: Actor, projectId: string, id: string, expected: Expected, change: FeatureChange) {
      const version = yield* bumpRuleSet(pg, projectId)
      const before = yield* find(projectId, id)
      yield* checkEdition(pg, expected, { type: "feature", projectId, id }, editionOf(before))
      const now =
        change.geometry === undefined && change.attributes === undefined
          ? before
          : yield* reshape(before, change)
      if (now !== before) yield* checkRoom(projectId, [now.geometry as Geometry], id)
      const moved = !sameShape(before, now)
      const edition = moved ? { revision: before.revision + 1, changed_at_version: version } : {}
      const [row] = yield* pg<Feature>`
        update features f set
          ${changedColumns(pg, { ...change, geometry: now.geometry, attributes: now.attributes, ...edition })}
        where f.id = ${id}
        returning ${selected}`
      yield* audit(pg, actor, {
        action: "feature.updated",
        objectType: "feature",
        objectId: id,
        projectId,
        detail: { ...brief(change), revision: row!.revision }
      })
      return row!
    },
    pg.withTransaction,
    refusing({})
  )

  /** Refused while an enabled rule names the feature: the refusal has these rules and their events. */
  const remove = Effect.fn("Features.remove")(
    function* (actor: Actor, projectId: string, id: string, expected: Expected) {
      yield* bumpRuleSet(pg, projectId)
      const feature = yield* find(projectId, id)
      yield* checkEdition(pg, expected, { type: "feature", projectId, id }, editionOf(feature))
      yield* checkUnused(pg, projectId, id)
      yield* pg`delete from features where id = ${id}`
      yield* audit(pg, actor, {
        action: "feature.removed",
        objectType: "feature",
        objectId: id,
        projectId,
        detail: { name: feature.name }
      })
    },
    pg.withTransaction,
    refusing({})
  )

  return { list, get, create, createAll, roomFor, update, remove }
})

/** Features stores features of projects. */
export class Features extends Context.Service<Features>()("store/Features", { make }) {
  static readonly layer = Layer.effect(Features, make)
}
