// Curations: changes on top of positions, which all stay stored. The effective values of a position are
// computed from the curations in force, so that any of them can be reverted. Runs under the lock of the device,
// so that positions and owners do not change.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import {
  type Change,
  type Curation,
  type CurationDraft,
  MAX_CURATED_POSITIONS,
  type NewCuration
} from "../../../domain/tracking/Curation.ts"
import { bigints, uuids } from "../../sql/arrays.ts"
import { audit } from "../../access/Audit.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { Missing, refusing, StateConflict } from "../../sql/refusals.ts"
import { uuid7 } from "../../sql/uuid7.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"
import { doerName } from "../../access/whoDid.ts"
import { chooseCurated } from "./chooseCurated.ts"
import { settleCurated } from "./settleCurated.ts"

/** SentMessage is a message that was sent about an event. */
interface SentMessage {
  readonly name: string
  readonly at: string
}

const iso = (at: number) => new Date(at).toISOString()

/** The name of the curator of `c`: a user, or a token, whose id is no user's. */
const curator = doerName("(select 'user' from users k where k.id = c.actor_id)", "c.actor_id", "c.actor_name")

/** Returns the form of a change that is stored and shown. */
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
  /** Returns the effective positions of a selection; refused where they are more than `most`. */
  const choose = chooseCurated(pg)
  const selected = pg.literal(`
    c.id, c.device_id, c.positions, c.selection,
    c.change as set,
    c.reason,
    jsonb_build_object('id', c.actor_id, 'name', ${curator}) as actor,
    ${wireTime("c.created_at")} as created_at,
    ${wireTime("c.reverted_at")} as reverted_at`)

  /** A curation is seen by callers who see all of its positions. */
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
      select ${selected}, ${pg.literal(placeTime("c.created_at"))} as place_time
      from curations c
      where ${pg.and([
        pg`c.project_id = ${projectId}::uuid`,
        ...seen(visibility),
        ...(filter.device_id === undefined ? [] : [pg`c.device_id = ${filter.device_id}::uuid`]),
        after(pg, window, "c.created_at", "c.id")
      ])}
      order by c.created_at desc, c.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("Curations.get")(function* (projectId: string, visibility: Visibility, id: string) {
    const [row] =
      yield* pg<Curation>`select ${selected} from curations c where ${one(projectId, visibility, id)}`
    return row ?? (yield* new Missing())
  }, refusing({}))

  /** Writes the trace that explains why a position was changed. */
  const trace = (projectId: string, deviceId: string, code: string, detail: object) => pg`
    insert into processing_traces (id, kind, status, code, started_at, project_id, device_id, steps)
    values (
      ${uuid7()}::uuid, 'curation', 'ok', ${code}, now(), ${projectId}::uuid, ${deviceId}::uuid,
      ${JSON.stringify([{ name: "overlay", status: "ok", detail }])}::jsonb
    )`

  const create = Effect.fn("Curations.create")(
    function* (actor: Actor, projectId: string, visibility: Visibility, input: NewCuration) {
      yield* pg`select from devices where id = ${input.device_id}::uuid for update`
      const chosen = yield* choose(projectId, visibility, input, MAX_CURATED_POSITIONS)
      const id = uuid7(),
        set = writtenChange(input.set),
        selection = writtenSelection(input)
      yield* pg`
        insert into curations (
          id, project_id, device_id, selection, change, reason, actor_id, actor_name, positions
        )
        values (
          ${id}::uuid, ${projectId}::uuid, ${input.device_id}::uuid, ${pg.json(selection)}, ${pg.json(set)},
          ${input.reason}, ${actor.id}::uuid, ${actor.name}, ${chosen.length}::int4
        )`
      const ids = bigints(chosen.map((c) => c.id))
      // of a device, those in conflict have an index of their own
      const ofKind = (kind: string) => pg`
        select ${id}::uuid, p.id, p.original_time
        from positions p
        where p.device_id = ${input.device_id}::uuid and p.project_id = ${projectId}::uuid
          and p.id = any(${ids}) and ${pg.literal(kind)}`
      yield* pg`
        insert into curated_positions (curation_id, position_id, original_time)
        ${ofKind("not p.conflicting")} union all ${ofKind("p.conflicting")}`
      yield* settleCurated(pg, id)
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
      const [reverted] = yield* pg`
        update curations set reverted_at = now(), reverted_by = ${actor.id}::uuid
        where id = ${id}::uuid and reverted_at is null
        returning id`
      if (reverted === undefined)
        return yield* new StateConflict({
          code: "ALREADY_REVERTED",
          detail: "The curation was taken back before."
        })
      yield* settleCurated(pg, id)
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

  /** The ids of the rules in force. */
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

  /** The recipients of messages about events of the project, by event; in the order of time. */
  const told = Effect.fn("Curations.told")(
    (projectId: string, eventIds: ReadonlyArray<string>) =>
      Effect.map(
        pg<SentMessage & { readonly event_id: string }>`
          select event_id, coalesce(u.name, target) as name, ${pg.literal(wireTime("finished_at"))} as at
          from deliveries v
            left join users u on v.action_type = 'telegram' and u.id::text = v.target
          where event_id = any(${uuids(eventIds)}) and project_id = ${projectId}::uuid and status = 'sent'
          order by finished_at, v.id`,
        (rows) => Map.groupBy(rows, (row) => row.event_id)
      ),
    Effect.orDie
  )

  return { list, get, create, revert, choose, rules, told }
})

/** Curations stores curations. */
export class Curations extends Context.Service<Curations>()("store/Curations", { make }) {
  static readonly layer = Layer.effect(Curations, make)
}
