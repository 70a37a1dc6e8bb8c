// Curations: overlays on positions, each kept. What counts of a position is settled anew from those that
// stand, so that one can be taken back whatever came after it. Under the lock of the device: a position and
// its owner hold still.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import {
  type Change,
  type Curation,
  type CurationDraft,
  MAX_CURATED,
  type NewCuration,
  type Overlaid
} from "../../domain/tracking/Curation.ts"
import { bigints } from "../sql/arrays.ts"
import { audit } from "../access/Audit.ts"
import { noteSpans } from "../jobs/noteSpans.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "../sql/keyset.ts"
import { Broken, Missing, refusing, Taken } from "../sql/refusals.ts"
import { uuid7 } from "../sql/uuid7.ts"
import { seenRecords } from "../access/visible.ts"

/** A position as it is read to be tried under an overlay. */
export interface Chosen extends Overlaid {
  readonly receivedAt: number
  readonly conflicting: boolean
  readonly altitudeM: number | null
  readonly speedMps: number | null
  readonly accuracyM: number | null
}

export class Curations extends Context.Service<
  Curations,
  {
    readonly list: (
      projectId: string,
      visibility: Visibility,
      filter: { readonly device_id?: string },
      window: Window
    ) => Effect.Effect<Slice<Curation>>
    readonly get: (projectId: string, visibility: Visibility, id: string) => Effect.Effect<Curation, Missing>
    readonly create: (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      input: NewCuration
    ) => Effect.Effect<Curation, Broken>
    readonly revert: (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      id: string
    ) => Effect.Effect<Curation, Missing | Taken>
    /** The positions of a selection as they count now; refused where they are more than `most`. */
    readonly choose: (
      projectId: string,
      visibility: Visibility,
      draft: CurationDraft,
      most: number
    ) => Effect.Effect<ReadonlyArray<Chosen>, Broken>
    /** The rules in force. */
    readonly rules: (projectId: string) => Effect.Effect<ReadonlyArray<string>>
  }
>()("store/Curations") {
  static readonly layer = Layer.effect(
    Curations,
    Effect.suspend(() => make)
  )
}

const iso = (at: number) => new Date(at).toISOString()

/** As it is kept and shown. */
const writtenChange = ({ geometry, time, valid }: Change) => ({
  ...(valid === undefined ? {} : { valid }),
  ...(time === undefined ? {} : { time: iso(time) }),
  ...(geometry === undefined ? {} : { geometry })
})
const writtenSelection = ({ from, position_ids, to }: CurationDraft) => ({
  ...(position_ids === undefined ? {} : { position_ids }),
  ...(from === undefined ? {} : { from: iso(from) }),
  ...(to === undefined ? {} : { to: iso(to) })
})

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected =
    pg.literal(`c.id, c.device_id, c.positions, c.selection, c.change as set, c.reason, jsonb_build_object('id', c.actor_id, 'name', c.actor_name) as actor,
    ${wireTime("c.created_at")} as created_at, ${wireTime("c.reverted_at")} as reverted_at`)

  /** A curation is seen by who sees all positions it lies on. */
  const seen = (visibility: Visibility) =>
    visibility === null
      ? []
      : [
          pg`not exists (
    select from curated_positions o join positions p on p.id = o.position_id
      and p.original_time = o.original_time where o.curation_id = c.id
      and (${pg.and(seenRecords(pg, visibility, "p"))}) is not true)`
        ]
  const one = (projectId: string, visibility: Visibility, id: string) =>
    pg.and([pg`c.project_id = ${projectId}::uuid and c.id = ${id}::uuid`, ...seen(visibility)])

  const list = Effect.fn("Curations.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: { readonly device_id?: string },
    window: Window
  ) {
    const rows = yield* pg<Curation & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("c.created_at"))} as place_time from curations c
      where ${pg.and([
        pg`c.project_id = ${projectId}::uuid`,
        ...seen(visibility),
        ...(filter.device_id === undefined ? [] : [pg`c.device_id = ${filter.device_id}::uuid`]),
        after(pg, window, "c.created_at", "c.id")
      ])} order by c.created_at desc, c.id desc limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("Curations.get")(function* (projectId: string, visibility: Visibility, id: string) {
    const [row] =
      yield* pg<Curation>`select ${selected} from curations c where ${one(projectId, visibility, id)}`
    return row ?? (yield* new Missing())
  }, refusing({}))

  const choose = Effect.fn("Curations.choose")(function* (
    projectId: string,
    visibility: Visibility,
    draft: CurationDraft,
    most: number
  ) {
    const { device_id, from, position_ids, to } = draft
    const span = (time: string) => [
      ...(from === undefined ? [] : [pg`${pg.literal(time)} >= ${new Date(from)}`]),
      ...(to === undefined ? [] : [pg`${pg.literal(time)} < ${new Date(to)}`])
    ]
    // by effective time: what was moved in time lies elsewhere in the index; and each of the two others has
    // an index of its own
    const branches =
      position_ids !== undefined
        ? [[pg`p.id = any(${bigints(position_ids)})`]]
        : [
            [pg.literal("p.curated_time is null and not p.conflicting"), ...span("p.original_time")],
            [pg.literal("p.curated_time is null and p.conflicting"), ...span("p.original_time")],
            [pg.literal("p.curated_time is not null"), ...span("p.curated_time")]
          ]
    const rows = yield* pg<
      Omit<Chosen, "at" | "receivedAt"> & { readonly time: Date; readonly received: Date }
    >`
      select * from (${pg.join(
        " union all ",
        false
      )(
        branches.map(
          (conditions) => pg`
        select p.id::float8 as id, p.device_id as "deviceId", p.entity_id as "entityId",
          p.record_type as "recordType", coalesce(p.curated_time, p.original_time) as time,
          coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat, p.valid,
            p.received_at as received, p.conflicting, p.altitude_m as "altitudeM", p.speed_mps as "speedMps",
            p.accuracy_m as "accuracyM"
        from positions p
          where ${pg.and([
            pg`p.project_id = ${projectId}::uuid
            and p.device_id = ${device_id}::uuid`,
            ...conditions,
            ...seenRecords(pg, visibility, "p")
          ])}`
        )
      )}) p
      order by time, id limit ${most + 1}`
    const found = new Set(rows.map((r) => r.id)),
      missing = draft.position_ids?.findIndex((id) => !found.has(id)) ?? -1
    if (missing >= 0)
      return yield* new Broken({
        pointer: `/position_ids/${missing}`,
        code: "UNKNOWN_REFERENCE",
        detail: "The device has no such position in this project."
      })
    if (rows.length === 0)
      return yield* new Broken({
        pointer: "/from",
        code: "NO_POSITIONS",
        detail: "The device has no positions in this project and span."
      })
    if (rows.length > most)
      return yield* new Broken({
        pointer: "/to",
        code: "TOO_MANY_POSITIONS",
        detail: `These are more than ${most} positions: choose a shorter span.`
      })
    return rows.map(({ received, time, ...row }): Chosen => ({
      ...row,
      at: time.getTime(),
      receivedAt: received.getTime()
    }))
  }, refusing({}))

  /**
   * Settles what counts of the positions a curation lies on; tells the late lane from when on each subject's
   * past is another.
   */
  const settle = Effect.fnUntraced(function* (id: string) {
    const changed = yield* pg<{ project_id: string; subject_id: string; since: Date }>`
      with touched as materialized (
        select p.id, p.original_time, p.project_id, coalesce(p.entity_id, p.device_id) as subject_id,
          coalesce(p.curated_time, p.original_time) as time
        from curated_positions o join positions p on p.id = o.position_id
          and p.original_time = o.original_time where o.curation_id = ${id}::uuid
      ), standing as materialized (
        select t.id, t.original_time, t.subject_id, t.project_id, t.time,
          (array_agg(c.change -> 'time' order by c.place desc) filter (where c.change ? 'time'))[1] #>> '{}'
            as curated_time,
          (array_agg(c.change -> 'geometry' order by c.place desc) filter (where c.change ? 'geometry'))[1] ->
            'coordinates' as coordinates,
          (array_agg(c.change -> 'valid' order by c.place desc) filter (where c.change ? 'valid'))[1]::bool
            as valid
        from touched t left join curated_positions o on o.position_id = t.id left
          join curations c on c.id = o.curation_id and c.reverted_at is null
        group by t.id, t.original_time, t.subject_id, t.project_id, t.time
      ), settled as (
        update positions p set curated_time = s.curated_time::timestamptz,
          curated_lon = (s.coordinates ->> 0)::float8, curated_lat = (s.coordinates ->> 1)::float8,
          valid = coalesce(s.valid, p.sent_invalid is not true), curation_revision = p.curation_revision + 1
        from standing s where p.id = s.id and p.original_time = s.original_time
      )
      select project_id, subject_id, min(least(time, coalesce(curated_time::timestamptz, original_time)))
        as since from standing where project_id is not null group by project_id, subject_id`
    yield* noteSpans(
      pg,
      changed.map((c) => ({ projectId: c.project_id, subjectId: c.subject_id, from: c.since.getTime() })),
      "curation"
    )
  })

  /** For the person who asks why a position is not where it was. */
  const trace = (projectId: string, deviceId: string, code: string, detail: object) => pg`
    insert into processing_traces (id, kind, status, code, started_at, project_id, device_id, steps)
    values (${uuid7()}::uuid, 'curation', 'ok', ${code}, now(), ${projectId}::uuid, ${deviceId}::uuid,
      ${JSON.stringify([{ name: "overlay", status: "ok", detail }])}::jsonb)`

  const create = Effect.fn("Curations.create")(
    function* (actor: Actor, projectId: string, visibility: Visibility, input: NewCuration) {
      yield* pg`select from devices where id = ${input.device_id}::uuid for update`
      const chosen = yield* choose(projectId, visibility, input, MAX_CURATED)
      const id = uuid7(),
        set = writtenChange(input.set),
        selection = writtenSelection(input)
      yield* pg`
      insert into curations (id, project_id, device_id, selection, change, reason, actor_id, actor_name,
        positions)
      values (${id}::uuid, ${projectId}::uuid, ${input.device_id}::uuid, ${pg.json(selection)},
        ${pg.json(set)}, ${input.reason}, ${actor.id}::uuid, ${actor.name}, ${chosen.length}::int4)`
      yield* pg`
      insert into curated_positions (curation_id, position_id, original_time)
      select ${id}::uuid, p.id, p.original_time from positions p where p.device_id = ${input.device_id}::uuid
        and p.project_id = ${projectId}::uuid and p.id = any(${bigints(chosen.map((c) => c.id))})`
      yield* settle(id)
      yield* audit(pg, actor, {
        action: "curation.created",
        objectType: "curation",
        objectId: id,
        projectId,
        detail: { device_id: input.device_id, selection, set, reason: input.reason, positions: chosen.length }
      })
      yield* trace(projectId, input.device_id, "CURATED", {
        curation_id: id,
        selection,
        set,
        reason: input.reason,
        positions: chosen.length
      })
      return yield* Effect.orDie(get(projectId, null, id))
    },
    pg.withTransaction,
    refusing({})
  )

  const revert = Effect.fn("Curations.revert")(
    function* (actor: Actor, projectId: string, visibility: Visibility, id: string) {
      const { device_id } = yield* get(projectId, visibility, id)
      yield* pg`select from devices where id = ${device_id}::uuid for update`
      const [reverted] = yield* pg`update curations set reverted_at = now(), reverted_by = ${actor.id}::uuid
          where id = ${id}::uuid and reverted_at is null returning id`
      if (reverted === undefined)
        return yield* new Taken({ code: "ALREADY_REVERTED", detail: "The curation was taken back before." })
      yield* settle(id)
      yield* audit(pg, actor, {
        action: "curation.reverted",
        objectType: "curation",
        objectId: id,
        projectId,
        detail: { device_id }
      })
      yield* trace(projectId, device_id, "CURATION_REVERTED", { curation_id: id })
      return yield* get(projectId, null, id)
    },
    pg.withTransaction,
    refusing({})
  )

  const rules = Effect.fn("Curations.rules")(
    (projectId: string) =>
      Effect.map(
        pg<{
          id: string
        }>`select id from rules where project_id = ${projectId}::uuid and enabled order by id`,
        (rows) => rows.map((r) => r.id)
      ),
    Effect.orDie
  )

  return Curations.of({ list, get, create, revert, choose, rules })
})
