// What assignments of devices to projects and to entities share. A constraint keeps a device's spans apart; the
// lock on the device keeps intake from using assignments that are about to change. A job attributes records again.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { AssignmentChange } from "../../../domain/tracking/Assignment.ts"
import { audit } from "../../access/Audit.ts"
import { hasRecords, queueJob } from "../../jobs/queueJob.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { ConstraintViolated, Missing, StateConflict } from "../../sql/refusals.ts"
import { uuid7 } from "../../sql/uuid7.ts"
import { concernedInterval, type Span } from "./assignmentSpans.ts"
import { bumpRosters } from "../projects/editions.ts"

/** AssignmentFilter narrows a list of assignments. */
export interface AssignmentFilter {
  readonly entity_id?: string
  readonly device_id?: string
  /** true: only current ones */
  readonly current?: boolean
}

/** Returns the refusal of overlapping spans. */
export const overlapRefusal = () =>
  new StateConflict({
    code: "ASSIGNMENT_OVERLAP",
    detail: "The device has an assignment in this span already."
  })
const emptySpan = () =>
  new ConstraintViolated({
    pointer: "/valid_to",
    code: "RANGE_EMPTY",
    detail: "The span is empty: valid_from must be before valid_to."
  })

/** The refusals by constraint of the two tables. */
export const assignmentRefusals = {
  project_assignments_device_id_tstzrange_excl: overlapRefusal,
  entity_assignments_device_id_tstzrange_excl: overlapRefusal,
  project_assignments_check: emptySpan,
  entity_assignments_check: emptySpan,
  project_assignments_project_id_fkey: () =>
    new ConstraintViolated({
      pointer: "/project_id",
      code: "PROJECT_UNKNOWN",
      detail: "There is no such project."
    }),
  entity_assignments_project_id_entity_id_fkey: () =>
    new ConstraintViolated({
      pointer: "/entity_id",
      code: "ENTITY_UNKNOWN",
      detail: "The project has no such entity."
    })
}

/** Conditions are conditions of SQL, to be joined by `and`. */
export type Conditions = ReadonlyArray<Fragment>

/** REST_SECONDS is how long a job waits, because a device is often put in a project and then on an entity. */
export const REST_SECONDS = 2

const timeOf = (at: number | null | undefined) => (at === undefined || at === null ? null : new Date(at))

/** Makes the shared part of both kinds; `owner` is the column of the path, `seen` conditions on rows `a`. */
export const assignmentTable = <
  A extends Span & { readonly id: string; readonly device_id: string; readonly project_id: string }
>(
  pg: PgClient.PgClient,
  table: "project_assignments" | "entity_assignments",
  owner: "device_id" | "project_id",
  object: string
) => {
  const from = pg.literal(`${table} a`)
  const mine = (ownerId: string) => pg`${pg.literal(`a.${owner}`)} = ${ownerId}`
  const one = (ownerId: string, seen: Conditions, id: string) =>
    pg.and([mine(ownerId), pg`a.id = ${id}`, ...seen])
  const selected = pg.literal(`
    a.id, a.device_id, a.project_id, ${table === "entity_assignments" ? "a.entity_id, " : ""}
    ${wireTime("a.valid_from")} as valid_from,
    ${wireTime("a.valid_to")} as valid_to,
    ${wireTime("a.created_at")} as created_at`)

  const lockDevice = Effect.fnUntraced(function* (deviceId: string, conditions: Conditions) {
    const rows =
      yield* pg`select from devices d where ${pg.and([pg`d.id = ${deviceId}`, ...conditions])} for update`
    return rows.length > 0
  })

  const list = Effect.fnUntraced(function* (
    ownerId: string,
    seen: Conditions,
    filter: AssignmentFilter,
    window: Window
  ) {
    const rows = yield* pg<A & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("a.created_at"))} as place_time
      from ${from}
      where ${pg.and([
        mine(ownerId),
        ...seen,
        ...(filter.entity_id === undefined ? [] : [pg`a.entity_id = ${filter.entity_id}`]),
        ...(filter.device_id === undefined ? [] : [pg`a.device_id = ${filter.device_id}`]),
        ...(filter.current === true
          ? [pg.literal("a.valid_from <= now() and (a.valid_to is null or a.valid_to > now())")]
          : []),
        after(pg, window, "a.created_at", "a.id")
      ])}
      order by a.created_at desc, a.id desc
      limit ${window.limit + 1}`
    // A has no place_time, which Omit cannot know
    return slice(window, rows, (row) => row.id) as Slice<unknown> as Slice<A>
  })

  const get = Effect.fnUntraced(function* (ownerId: string, seen: Conditions, id: string) {
    const [row] = yield* pg<A>`select ${selected} from ${from} where ${one(ownerId, seen, id)}`
    return row ?? (yield* new Missing())
  })

  /** Queues the job that attributes the records of `[from, to)` again, if there are any. */
  const follow = Effect.fnUntraced(function* (
    actor: Actor,
    deviceId: string,
    from: number,
    to: number | null
  ) {
    return (yield* hasRecords(pg, deviceId, from, to))
      ? yield* queueJob(pg, {
          kind: "attribution",
          deviceId,
          from,
          to,
          userId: actor.userId,
          reason: "assignment_changed",
          restSeconds: REST_SECONDS
        })
      : null
  })
  const whole = ({ valid_from, valid_to }: Span) =>
    [Date.parse(valid_from), valid_to === null ? null : Date.parse(valid_to)] as const

  const insert = Effect.fnUntraced(function* (
    actor: Actor,
    columns: {
      readonly device_id: string
      readonly project_id: string
      readonly valid_from: number
      readonly valid_to?: number | null
    }
  ) {
    yield* bumpRosters(pg, [columns.project_id])
    const times = { valid_from: timeOf(columns.valid_from), valid_to: timeOf(columns.valid_to) }
    const [row] = yield* pg<A>`
      insert into ${pg.literal(table)} as a ${pg.insert({ id: uuid7(), ...columns, ...times })}
      returning ${selected}`
    yield* audit(pg, actor, {
      action: `${object}.created`,
      objectType: object,
      objectId: row!.id,
      projectId: columns.project_id,
      detail: row
    })
    yield* follow(actor, row!.device_id, ...whole(row!))
    return row!
  })

  const update = Effect.fnUntraced(function* (
    actor: Actor,
    ownerId: string,
    seen: Conditions,
    id: string,
    change: AssignmentChange
  ) {
    const before = yield* get(ownerId, seen, id)
    yield* lockDevice(before.device_id, [])
    yield* bumpRosters(pg, [before.project_id])
    const [row] = yield* pg<A>`
      update ${pg.literal(table)} a set
        valid_from = coalesce(${timeOf(change.valid_from)}, valid_from),
        valid_to = case
          when ${change.valid_to === undefined} then valid_to
          else ${timeOf(change.valid_to)}::timestamptz
        end
      where ${one(ownerId, seen, id)}
      returning ${selected}`
    if (row === undefined) return yield* new Missing()
    yield* audit(pg, actor, {
      action: `${object}.updated`,
      objectType: object,
      objectId: id,
      projectId: row.project_id,
      detail: { before, after: row }
    })
    const span = concernedInterval(before, row)
    if (span !== null) yield* follow(actor, row.device_id, span.from, span.to)
    return { before, after: row }
  })

  const remove = Effect.fnUntraced(function* (actor: Actor, ownerId: string, seen: Conditions, id: string) {
    const before = yield* get(ownerId, seen, id)
    yield* lockDevice(before.device_id, [])
    yield* bumpRosters(pg, [before.project_id])
    yield* pg`delete from ${from} where ${one(ownerId, seen, id)}`
    yield* audit(pg, actor, {
      action: `${object}.removed`,
      objectType: object,
      objectId: id,
      projectId: before.project_id,
      detail: before
    })
    yield* follow(actor, before.device_id, ...whole(before))
  })

  return { list, get, insert, update, remove, lockDevice, follow, selected }
}
