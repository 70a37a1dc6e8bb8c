// Features of a project. A change of shape is an edition of the rule set: rules place everybody anew.
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Layer } from "effect"
import { uuid7 } from "../sql/uuid7.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import {
  type Feature,
  type FeatureChange,
  type NewFeature,
  sameShape,
  type ShapeIssue,
  shapeOf
} from "../../domain/tracking/Feature.ts"
import { audit } from "../access/Audit.ts"
import { bumpRuleSet } from "./editions.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "../sql/keyset.ts"
import { Missing, refusing, StateConflict } from "../sql/refusals.ts"
import { changed, written } from "../sql/written.ts"

/** The shape was refused. */
export class InvalidGeometry extends Data.TaggedError("InvalidGeometry")<{
  readonly issues: ReadonlyArray<ShapeIssue>
}> {}

export interface FeatureFilter {
  readonly feature_type?: Feature["feature_type"]
}

export class Features extends Context.Service<
  Features,
  {
    readonly list: (projectId: string, filter: FeatureFilter, window: Window) => Effect.Effect<Slice<Feature>>
    readonly get: (projectId: string, id: string) => Effect.Effect<Feature, Missing>
    readonly create: (
      actor: Actor,
      projectId: string,
      input: NewFeature
    ) => Effect.Effect<Feature, InvalidGeometry>
    /** A change of the shape makes the next revision and keeps the ones before. */
    readonly update: (
      actor: Actor,
      projectId: string,
      id: string,
      change: FeatureChange
    ) => Effect.Effect<Feature, Missing | InvalidGeometry>
    /** Refused while an enabled rule names the feature. */
    readonly remove: (
      actor: Actor,
      projectId: string,
      id: string
    ) => Effect.Effect<void, Missing | StateConflict>
  }
>()("store/Features") {
  static readonly layer = Layer.effect(
    Features,
    Effect.suspend(() => make)
  )
}

const shape = (geometry: unknown, attributes: Readonly<Record<string, unknown>>) =>
  Effect.mapError(
    Effect.fromResult(shapeOf(geometry, attributes)),
    (issues) => new InvalidGeometry({ issues })
  )

/** What an audit entry says of a change: shapes can be large, their revision is kept anyway. */
const brief = ({ geometry, ...rest }: NewFeature | FeatureChange) => ({
  ...rest,
  ...(geometry === undefined ? {} : { geometry: "changed" })
})

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected =
    pg.literal(`f.id, f.project_id, f.feature_type, f.name, f.geometry, f.attributes, f.revision,
    ${wireTime("f.created_at")} as created_at, ${wireTime("f.updated_at")} as updated_at`)

  const list = Effect.fn("Features.list")(function* (
    projectId: string,
    filter: FeatureFilter,
    window: Window
  ) {
    const rows = yield* pg<Feature & { place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("f.created_at"))} as place_time
      from features f
      where ${pg.and([
        pg`f.project_id = ${projectId}`,
        ...(filter.feature_type === undefined ? [] : [pg`f.feature_type = ${filter.feature_type}`]),
        after(pg, window, "f.created_at", "f.id")
      ])}
      order by f.created_at desc, f.id desc
      limit ${window.limit + 1}`
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
      const columns = {
        id: uuid7(),
        project_id: projectId,
        ...written(pg, { ...input, attributes, geometry }),
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

  const reshape = Effect.fnUntraced(function* (before: Feature, change: FeatureChange) {
    if (
      change.geometry !== undefined &&
      change.attributes === undefined &&
      before.attributes.shape === "circle"
    ) {
      return yield* new InvalidGeometry({
        issues: [
          {
            pointer: "/geometry",
            code: "CIRCLE",
            detail: "The feature is a circle: its attributes centre and radius_m make its geometry."
          }
        ]
      })
    }
    const attributes = change.attributes ?? before.attributes
    return { attributes, geometry: yield* shape(change.geometry ?? before.geometry, attributes) }
  })

  const update = Effect.fn("Features.update")(
    function* (actor: Actor, projectId: string, id: string, change: FeatureChange) {
      const version = yield* bumpRuleSet(pg, projectId)
      const before = yield* find(projectId, id)
      const now =
        change.geometry === undefined && change.attributes === undefined
          ? before
          : yield* reshape(before, change)
      const moved = !sameShape(before, now)
      const edition = moved ? { revision: before.revision + 1, changed_at_version: version } : {}
      const [row] = yield* pg<Feature>`
        update features f set
          ${changed(pg, { ...change, geometry: now.geometry, attributes: now.attributes, ...edition })}
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

  const remove = Effect.fn("Features.remove")(
    function* (actor: Actor, projectId: string, id: string) {
      yield* bumpRuleSet(pg, projectId)
      const feature = yield* find(projectId, id)
      const [rule] = yield* pg<{ id: string; name: string }>`
        select r.id, r.name
        from rules r
          join rule_versions v on v.rule_id = r.id and v.version = r.current_version
        where r.project_id = ${projectId} and r.enabled and r.archived_at is null
          and jsonb_path_exists(
            v.document, '$.**.feature_ids[*] ? (@ == $id)', jsonb_build_object('id', ${id}::text)
          )
        limit 1`
      if (rule !== undefined)
        return yield* new StateConflict({
          code: "IN_USE",
          detail: `The enabled rule ${JSON.stringify(rule.name)} names this feature.`,
          id: rule.id
        })
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

  return { list, get, create, update, remove }
})
