// Assignments over time: which project a device was in, and which entity it was on. The database keeps the
// spans of a device from overlapping; the lock on the device keeps intake from attributing by assignments
// that are about to change. Records of a span whose assignment changed are attributed again, by a job.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import { uuid7 } from "../sql/uuid7.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Reach, Visibility } from "../../domain/access/Visibility.ts"
import type {
  AssignmentChange,
  EntityAssignment,
  NewEntityAssignment,
  NewProjectAssignment,
  ProjectAssignment
} from "../../domain/tracking/Assignment.ts"
import { uuids } from "../sql/arrays.ts"
import { audit } from "../access/Audit.ts"
import { bumpRosters } from "./editions.ts"
import { hasRecords, queueJob } from "../jobs/queueJob.ts"
import { mustKeep, mustOwnRecords } from "./keepers.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "../sql/keyset.ts"
import { Broken, Missing, OutsideScope, refusing, Taken } from "../sql/refusals.ts"
import {
  namedDevices,
  newDevices,
  offeredDevices,
  seenOnes,
  seenRecords,
  wholeProjects
} from "../access/visible.ts"

export interface EntityAssignmentFilter {
  readonly entity_id?: string
  readonly device_id?: string
}

/**
 * The assignments of one kind that belong to `owner`: a device's to projects, or a project's of devices to
 * entities; `seen`: what the caller sees.
 */
interface Kept<A, New, Filter, Seen> {
  readonly list: (
    owner: string,
    seen: Seen,
    filter: Filter,
    window: Window
  ) => Effect.Effect<Slice<A>, Missing>
  readonly get: (owner: string, seen: Seen, id: string) => Effect.Effect<A, Missing>
  readonly create: (
    actor: Actor,
    owner: string,
    seen: Seen,
    input: New
  ) => Effect.Effect<A, Missing | Taken | Broken>
  readonly update: (
    actor: Actor,
    owner: string,
    seen: Seen,
    id: string,
    change: AssignmentChange
  ) => Effect.Effect<A, Missing | Taken | Broken | OutsideScope>
  readonly remove: (
    actor: Actor,
    owner: string,
    seen: Seen,
    id: string
  ) => Effect.Effect<void, Missing | OutsideScope>
}

export class ProjectAssignments extends Context.Service<
  ProjectAssignments,
  Kept<ProjectAssignment, NewProjectAssignment, {}, Reach>
>()("store/ProjectAssignments") {
  static readonly layer = Layer.effect(
    ProjectAssignments,
    Effect.suspend(() => makeProjects)
  )
}

export class EntityAssignments extends Context.Service<
  EntityAssignments,
  Kept<EntityAssignment, NewEntityAssignment, EntityAssignmentFilter, Visibility>
>()("store/EntityAssignments") {
  static readonly layer = Layer.effect(
    EntityAssignments,
    Effect.suspend(() => makeEntities)
  )
}

const overlap = () =>
  new Taken({ code: "ASSIGNMENT_OVERLAP", detail: "The device has an assignment in this span already." })
const emptySpan = () =>
  new Broken({
    pointer: "/valid_to",
    code: "RANGE_EMPTY",
    detail: "The span is empty: valid_from must be before valid_to."
  })

const refusals = {
  project_assignments_device_id_tstzrange_excl: overlap,
  entity_assignments_device_id_tstzrange_excl: overlap,
  project_assignments_check: emptySpan,
  entity_assignments_check: emptySpan,
  project_assignments_project_id_fkey: () =>
    new Broken({ pointer: "/project_id", code: "PROJECT_UNKNOWN", detail: "There is no such project." }),
  entity_assignments_project_id_entity_id_fkey: () =>
    new Broken({ pointer: "/entity_id", code: "ENTITY_UNKNOWN", detail: "The project has no such entity." })
}

type Conditions = ReadonlyArray<Fragment>

/** A job rests this long: a device is put in a project and then on an entity. */
const REST_SECONDS = 2

interface Span {
  readonly valid_from: string
  readonly valid_to: string | null
}

/** Half-open, epoch ms; Infinity: still. */
interface Bounds {
  readonly from: number
  readonly to: number
}

/** The records that a change of an assignment concerns lie between the bounds that it moved. */
const concerned = (
  before: Span,
  after: Span
): { readonly from: number; readonly to: number | null } | null => {
  const from = [before, after].map((s) => Date.parse(s.valid_from)),
    to = [before, after].map((s) => (s.valid_to === null ? Infinity : Date.parse(s.valid_to)))
  const moved = [...(from[0] === from[1] ? [] : from), ...(to[0] === to[1] ? [] : to)]
  if (moved.length === 0) return null
  const last = Math.max(...moved)
  return { from: Math.min(...moved), to: last === Infinity ? null : last }
}

/** The stretches that an assignment has after a change and did not have before. */
const gained = (before: Span, after: Span): ReadonlyArray<readonly [number, number | null]> => {
  const [was, is] = [before, after].map((s) => ({
    from: Date.parse(s.valid_from),
    to: s.valid_to === null ? Infinity : Date.parse(s.valid_to)
  })) as [Bounds, Bounds]
  const earlier = is.from < was.from ? [[is.from, Math.min(was.from, is.to)] as const] : []
  const later =
    is.to > was.to ? [[Math.max(was.to, is.from), is.to === Infinity ? null : is.to] as const] : []
  return [...earlier, ...later]
}

/**
 * What the two kinds share; `table` is the table, `owner` the column of its path. `seen`: conditions on its
 * rows `a`.
 */
const makeKept = <
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
  const selected =
    pg.literal(`a.id, a.device_id, a.project_id, ${table === "entity_assignments" ? "a.entity_id, " : ""}
    ${wireTime("a.valid_from")} as valid_from, ${wireTime("a.valid_to")} as valid_to, ${wireTime("a.created_at")} as created_at`)

  const lockDevice = Effect.fnUntraced(function* (deviceId: string, conditions: Conditions) {
    const rows =
      yield* pg`select from devices d where ${pg.and([pg`d.id = ${deviceId}`, ...conditions])} for update`
    return rows.length > 0
  })

  const list = Effect.fnUntraced(function* (
    ownerId: string,
    seen: Conditions,
    filter: EntityAssignmentFilter,
    window: Window
  ) {
    const rows = yield* pg<A & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("a.created_at"))} as place_time from ${from}
      where ${pg.and([
        mine(ownerId),
        ...seen,
        ...(filter.entity_id === undefined ? [] : [pg`a.entity_id = ${filter.entity_id}`]),
        ...(filter.device_id === undefined ? [] : [pg`a.device_id = ${filter.device_id}`]),
        after(pg, window, "a.created_at", "a.id")
      ])} order by a.created_at desc, a.id desc limit ${window.limit + 1}`
    // A has no place_time, which Omit cannot know
    return slice(window, rows, (row) => row.id) as Slice<unknown> as Slice<A>
  })

  const get = Effect.fnUntraced(function* (ownerId: string, seen: Conditions, id: string) {
    const [row] = yield* pg<A>`select ${selected} from ${from} where ${one(ownerId, seen, id)}`
    return row ?? (yield* new Missing())
  })

  /** Records of `[from, to)` are not what they would be now, if there are any. */
  const follow = Effect.fnUntraced(function* (
    actor: Actor,
    deviceId: string,
    from: number,
    to: number | null
  ) {
    if (yield* hasRecords(pg, deviceId, from, to))
      yield* queueJob(pg, {
        kind: "attribution",
        deviceId,
        from,
        to,
        userId: actor.userId,
        restSeconds: REST_SECONDS
      })
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
    const times = {
      valid_from: new Date(columns.valid_from),
      valid_to:
        columns.valid_to === undefined || columns.valid_to === null ? null : new Date(columns.valid_to)
    }
    const [row] =
      yield* pg<A>`insert into ${pg.literal(table)} as a ${pg.insert({ id: uuid7(), ...columns, ...times })}
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
      update ${pg.literal(table)} a set valid_from =
        coalesce(${change.valid_from === undefined ? null : new Date(change.valid_from)}, valid_from),
        valid_to = case when ${change.valid_to === undefined} then valid_to
          else ${change.valid_to === undefined || change.valid_to === null ? null : new Date(change.valid_to)}::timestamptz end
      where ${one(ownerId, seen, id)} returning ${selected}`
    if (row === undefined) return yield* new Missing()
    yield* audit(pg, actor, {
      action: `${object}.updated`,
      objectType: object,
      objectId: id,
      projectId: row.project_id,
      detail: { before, after: row }
    })
    const span = concerned(before, row)
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

  return { list, get, insert, update, remove, lockDevice }
}

const makeProjects = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const { get, insert, list, lockDevice, remove, update } = makeKept<ProjectAssignment>(
    pg,
    "project_assignments",
    "device_id",
    "project_assignment"
  )
  const within = (reach: Reach, ids: ReadonlyArray<string>): Conditions => [
    pg`a.project_id = any(${uuids(ids)})`,
    pg`exists (select from devices d
      where ${pg.and([pg`d.id = a.device_id`, ...namedDevices(pg, reach, "d")])})`
  ]
  const seen = (reach: Reach) =>
    reach === null
      ? []
      : within(
          reach,
          reach.map((place) => place.projectId)
        )
  // who sees a part of a project does not move devices into it or out of it
  const theirs = (reach: Reach) => (reach === null ? [] : within(reach, wholeProjects(reach)))
  return {
    list: Effect.fn("ProjectAssignments.list")(function* (
      deviceId: string,
      reach: Reach,
      _: {},
      window: Window
    ) {
      const device = yield* pg`select from devices d where
          ${pg.and([pg`d.id = ${deviceId}`, ...offeredDevices(pg, reach, "d")])}`
      return device.length === 0 ? yield* new Missing() : yield* list(deviceId, seen(reach), {}, window)
    }, refusing({})),
    get: Effect.fn("ProjectAssignments.get")(
      (deviceId: string, reach: Reach, id: string) => get(deviceId, seen(reach), id),
      refusing({})
    ),
    create: Effect.fn("ProjectAssignments.create")(
      function* (actor: Actor, deviceId: string, reach: Reach, input: NewProjectAssignment) {
        if (!(yield* lockDevice(deviceId, offeredDevices(pg, reach, "d")))) return yield* new Missing()
        if (reach !== null && !wholeProjects(reach).includes(input.project_id))
          return yield* refusals.project_assignments_project_id_fkey()
        yield* mustKeep(pg, reach, deviceId, "released")
        yield* mustOwnRecords(pg, reach, deviceId, input.valid_from, input.valid_to ?? null)
        return yield* insert(actor, { device_id: deviceId, ...input })
      },
      pg.withTransaction,
      refusing(refusals)
    ),
    update: Effect.fn("ProjectAssignments.update")(
      function* (actor: Actor, deviceId: string, reach: Reach, id: string, change: AssignmentChange) {
        const { after, before } = yield* update(actor, deviceId, theirs(reach), id, change)
        const grown = gained(before, after)
        if (grown.length > 0) yield* mustKeep(pg, reach, deviceId, "released")
        for (const [from, to] of grown) yield* mustOwnRecords(pg, reach, deviceId, from, to)
        return after
      },
      pg.withTransaction,
      refusing(refusals)
    ),
    remove: Effect.fn("ProjectAssignments.remove")(
      (actor: Actor, deviceId: string, reach: Reach, id: string) =>
        remove(actor, deviceId, theirs(reach), id),
      pg.withTransaction,
      refusing({})
    )
  }
})

const makeEntities = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const { get, insert, list, lockDevice, remove, update } = makeKept<EntityAssignment>(
    pg,
    "entity_assignments",
    "project_id",
    "entity_assignment"
  )
  const seen = (visibility: Visibility) => seenRecords(pg, visibility, "a")

  /** An assignment names an animal and a device, and changes the past of both: whoever changes it sees both. */
  const mustSeeBoth = Effect.fnUntraced(function* (projectId: string, visibility: Visibility, id: string) {
    const { device_id, entity_id } = yield* get(projectId, seen(visibility), id)
    if (
      visibility === null ||
      (visibility.entities.includes(entity_id) && visibility.gear.includes(device_id))
    )
      return
    return yield* new OutsideScope({
      detail:
        "The assignment is also about an animal or a device outside of your scope: it is changed by " +
        "members who see both."
    })
  })

  /** A device that was in the project, or in none yet; server admins put any of those on an animal. */
  const ofProject = (
    { serverAdmin }: Actor,
    projectId: string
  ) => pg`(exists (select from project_assignments p where p.device_id = d.id and p.project_id = ${projectId})
    or ${
      serverAdmin
        ? pg`not exists (select from project_assignments p
      where p.device_id = d.id)`
        : newDevices(pg, projectId, "d")
    })`

  return {
    list: Effect.fn("EntityAssignments.list")(
      (projectId: string, visibility: Visibility, filter: EntityAssignmentFilter, window: Window) =>
        list(projectId, seen(visibility), filter, window),
      refusing({})
    ),
    get: Effect.fn("EntityAssignments.get")(
      (projectId: string, visibility: Visibility, id: string) => get(projectId, seen(visibility), id),
      refusing({})
    ),
    create: Effect.fn("EntityAssignments.create")(
      function* (actor: Actor, projectId: string, visibility: Visibility, input: NewEntityAssignment) {
        if (
          !(yield* lockDevice(input.device_id, [
            ofProject(actor, projectId),
            ...seenOnes(pg, visibility, "gear", "d.id")
          ]))
        ) {
          return yield* new Broken({
            pointer: "/device_id",
            code: "DEVICE_UNKNOWN",
            detail: "There is no such device."
          })
        }
        if (visibility !== null && !visibility.entities.includes(input.entity_id))
          return yield* refusals.entity_assignments_project_id_entity_id_fkey()
        return yield* insert(actor, { project_id: projectId, ...input })
      },
      pg.withTransaction,
      refusing(refusals)
    ),
    update: Effect.fn("EntityAssignments.update")(
      function* (
        actor: Actor,
        projectId: string,
        visibility: Visibility,
        id: string,
        change: AssignmentChange
      ) {
        yield* mustSeeBoth(projectId, visibility, id)
        return (yield* update(actor, projectId, seen(visibility), id, change)).after
      },
      pg.withTransaction,
      refusing(refusals)
    ),
    remove: Effect.fn("EntityAssignments.remove")(
      function* (actor: Actor, projectId: string, visibility: Visibility, id: string) {
        yield* mustSeeBoth(projectId, visibility, id)
        yield* remove(actor, projectId, seen(visibility), id)
      },
      pg.withTransaction,
      refusing({})
    )
  }
})
