// Jobs of devices as the API requests, lists and finds them. The worker's side is in `JobQueueSql.ts`.
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Data, Effect, Layer } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Reach } from "../../domain/access/Visibility.ts"
import type { DeviceJob, JobKind, JobStatus } from "../../domain/job/Job.ts"
import { uuids } from "../sql/arrays.ts"
import { audit } from "../access/Audit.ts"
import { jobColumns } from "./jobRow.ts"
import { queueJob } from "./queueJob.ts"
import { after, placeTime, slice, type Window } from "../sql/keyset.ts"
import { Missing, refusing, StateConflict } from "../sql/refusals.ts"
import { namedDevices, wholeProjects } from "../access/visibilityConditions.ts"

/** JobExists means that the device has such a job, queued or running. */
class JobExists extends Data.TaggedError("JobExists")<{ readonly job: DeviceJob }> {}

/**
 * NotPermittedEverywhere means that the device was, or is, in a project in which the caller lacks the
 * permission.
 */
class NotPermittedEverywhere extends Data.TaggedError("NotPermittedEverywhere") {}

/** CANCELLED_REMEDY says what remains to be done about a cancelled job. */
const CANCELLED_REMEDY =
  "What was done up to here is kept. Start the job again to attribute the other records: it does " +
  "nothing twice."

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(jobColumns)

  /** The time since which the device has been the caller's: earlier jobs belong to another project. */
  const since = (reach: Reach) =>
    reach === null
      ? pg.literal("true")
      : pg`(d.taken_over_at is null or j.created_at >= coalesce(
    (select min(a.created_at) from project_assignments a where a.device_id = d.id
      and a.project_id = any(${uuids(reach.map((place) => place.projectId))})), d.taken_over_at))`

  const device = (reach: Reach, id: string) =>
    pg.and([pg`d.id = ${id}::uuid`, ...namedDevices(pg, reach, "d")])

  /** Newest first. `kind`: only jobs of this kind. */
  const list = Effect.fn("Jobs.list")(function* (
    deviceId: string,
    reach: Reach,
    kind: JobKind | null,
    window: Window
  ) {
    const [found] = yield* pg`select from devices d where ${device(reach, deviceId)}`
    if (found === undefined) return yield* new Missing()
    const rows = yield* pg<DeviceJob & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("j.created_at"))} as place_time
      from jobs j
        join devices d on d.id = j.device_id
      where ${pg.and([
        pg`j.device_id = ${deviceId}::uuid`,
        since(reach),
        ...(kind === null ? [] : [pg`j.kind = ${kind}`]),
        after(pg, window, "j.created_at", "j.id")
      ])}
      order by j.created_at desc, j.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, refusing({}))

  const get = Effect.fn("Jobs.get")(function* (deviceId: string, reach: Reach, id: string) {
    const [row] = yield* pg<DeviceJob>`
      select ${selected}
      from jobs j
        join devices d on d.id = j.device_id
      where j.id = ${id}::uuid and ${since(reach)} and ${device(reach, deviceId)}`
    return row ?? (yield* new Missing())
  }, refusing({}))

  /** Locks the device for a caller who may change it in every project it was ever in. */
  const holdEverywhere = Effect.fnUntraced(function* (deviceId: string, reach: Reach) {
    const [found] = yield* pg`select from devices d where ${device(reach, deviceId)} for update`
    if (found === undefined) return yield* new Missing()
    if (reach === null) return
    const wholeProjectIds = new Set(wholeProjects(reach))
    const projects = yield* pg<{
      id: string
    }>`select distinct project_id as id from project_assignments where device_id = ${deviceId}::uuid`
    if (projects.some(({ id }) => !wholeProjectIds.has(id))) return yield* new NotPermittedEverywhere()
  })

  /**
   * Queues an attribution of the device's records in `[from, to)`, epoch ms, null for no end. `reach`:
   * where the caller has the permission.
   */
  const reattribute = Effect.fn("Jobs.reattribute")(
    function* (actor: Actor, deviceId: string, reach: Reach, from: number | null, to: number | null) {
      yield* holdEverywhere(deviceId, reach)
      const [current] = yield* pg<DeviceJob>`
        select ${selected}
        from jobs j
        where j.device_id = ${deviceId}::uuid and j.kind = 'attribution'
          and j.status in ('queued', 'running')
        order by j.status desc
        limit 1`
      if (current !== undefined) return yield* new JobExists({ job: current })
      const id = yield* queueJob(pg, {
        kind: "attribution",
        deviceId,
        from,
        to,
        userId: actor.userId,
        reason: "asked_for",
        restSeconds: 0
      })
      yield* audit(pg, actor, {
        action: "device.reattributed",
        objectType: "device",
        objectId: deviceId,
        detail: {
          job_id: id,
          from: from === null ? null : new Date(from).toISOString(),
          to: to === null ? null : new Date(to).toISOString()
        }
      })
      return yield* get(deviceId, null, id)
    },
    pg.withTransaction,
    refusing({})
  )

  /** Cancels a queued or running attribution; its worker loses the job and stores nothing more. */
  const cancel = Effect.fn("Jobs.cancel")(
    function* (actor: Actor, deviceId: string, reach: Reach, id: string) {
      yield* holdEverywhere(deviceId, reach)
      const [job] = yield* pg<{
        status: JobStatus
      }>`
        select status
        from jobs
        where id = ${id}::uuid and device_id = ${deviceId}::uuid and kind = 'attribution'
        for update`
      if (job === undefined) return yield* new Missing()
      if (job.status !== "queued" && job.status !== "running")
        return yield* new StateConflict({ code: "JOB_OVER", detail: `The job is over: ${job.status}.` })
      yield* pg`
        update jobs set status = 'cancelled', finished_at = now(), lease_until = null where id = ${id}::uuid`
      // a job that never started leaves no trace
      yield* pg`
        insert into processing_traces (
          id, kind, status, code, started_at, duration_ms, project_id, device_id, steps
        )
        select trace_id, 'attribution', 'skipped', 'JOB_CANCELLED', started_at,
          extract(epoch from now() - started_at) * 1000,
          (
            select a.project_id
            from project_assignments a
            where a.device_id = j.device_id
            order by a.valid_from desc
            limit 1
          ), device_id,
          jsonb_build_array(
            jsonb_build_object(
              'name', 'work', 'status', 'skipped', 'at',
              ${new Date(yield* Clock.currentTimeMillis).toISOString()}::text, 'detail',
              counts || jsonb_build_object(
                'records', records_done, 'of', records_total, 'cancelled_by', ${actor.name}::text, 'remedy',
                ${CANCELLED_REMEDY}::text
              )
            )
          )
        from jobs j
        where id = ${id}::uuid and trace_id is not null`
      yield* audit(pg, actor, {
        action: "attribution.cancelled",
        objectType: "device",
        objectId: deviceId,
        detail: { job_id: id }
      })
      return yield* get(deviceId, null, id)
    },
    pg.withTransaction,
    refusing({})
  )

  return { list, get, reattribute, cancel }
})

/** Jobs requests and lists jobs of devices. */
export class Jobs extends Context.Service<Jobs>()("store/Jobs", { make }) {
  static readonly layer = Layer.effect(Jobs, make)
}
