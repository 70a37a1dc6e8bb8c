// Handlers of devices, their identities and their assignments to projects.
import { Clock, Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Invalid } from "../../../contract/http/errors.ts"
import { deviceDays, MAX_DEVICE_DAYS, MAX_DEVICE_RECORDS } from "../../../domain/tracking/DeviceDays.ts"
import { localDays, zoneBetween } from "../../../domain/zone.ts"
import { Missing } from "../../../store/sql/refusals.ts"
import { DeviceDays } from "../../../store/tracking/devices/DeviceDays.ts"
import { ProjectAssignments } from "../../../store/tracking/assignments/ProjectAssignments.ts"
import { Devices } from "../../../store/tracking/devices/Devices.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActorReach, withReach } from "../../access/withCaller.ts"
import { checkRange } from "../../http/timeRange.ts"

const DAY_MS = 86_400_000

/** `DevicesLive` reads and changes devices and identities, and counts their days. */
export const DevicesLive = HttpApiBuilder.group(
  Api,
  "devices",
  Effect.fnUntraced(function* (handlers) {
    const devices = yield* Devices
    const days = yield* DeviceDays
    return handlers.handleAll({
      list: ({ query, request }) =>
        withReach((reach) => page(request, query, (window) => devices.list(reach, query, window))),
      create: ({ payload }) =>
        withActorReach((actor, reach) => devices.create(actor, reach, payload)).pipe(asRefusal),
      get: ({ params }) => withReach((reach) => devices.get(reach, params.device_id)).pipe(asRefusal),
      update: ({ params, payload }) =>
        withActorReach((actor, reach) => devices.update(actor, reach, params.device_id, payload)).pipe(
          asRefusal
        ),
      remove: ({ params }) =>
        withActorReach((actor, reach) => devices.remove(actor, reach, params.device_id)).pipe(asRefusal),
      release: ({ params }) =>
        withActorReach((actor, reach) => devices.release(actor, reach, params.device_id)).pipe(asRefusal),
      days: ({ params: { device_id }, query: { project_id, ...requestedSpan } }) =>
        Effect.gen(function* () {
          const span = { ...requestedSpan, to: Math.min(requestedSpan.to, yield* Clock.currentTimeMillis) }
          yield* checkRange(span)
          if (span.to - span.from > MAX_DEVICE_DAYS * DAY_MS)
            return yield* Invalid.at(
              "/to",
              "SPAN_TOO_LONG",
              `The span is longer than ${MAX_DEVICE_DAYS} days.`
            )
          return yield* withReach((reach) =>
            Effect.gen(function* () {
              yield* devices.get(reach, device_id)
              const project = reach?.find((one) => one.projectId === project_id)
              if (reach !== null && project === undefined) return yield* new Missing()
              const times = yield* days.times({
                ...span,
                projectId: project_id,
                deviceId: device_id,
                visibility: project?.visibility ?? null
              })
              if (times === null)
                return yield* Invalid.at(
                  "/from",
                  "TOO_MANY_RECORDS",
                  `There are more than ${MAX_DEVICE_RECORDS} records: ask for a shorter span.`
                )
              const zone = zoneBetween(yield* days.timezone(project_id), span.from, span.to)
              return { items: deviceDays(localDays(zone, span.from, span.to), times, span.to) }
            })
          )
        }).pipe(asRefusal),
      identities: ({ params, query, request }) =>
        withReach((reach) =>
          page(request, query, (window) => devices.identities(reach, params.device_id, window))
        ).pipe(asRefusal),
      addIdentity: ({ params, payload }) =>
        withActorReach((actor, reach) => devices.addIdentity(actor, reach, params.device_id, payload)).pipe(
          asRefusal
        ),
      identity: ({ params }) =>
        withReach((reach) => devices.identity(reach, params.device_id, params.identity_id)).pipe(asRefusal),
      removeIdentity: ({ params }) =>
        withActorReach((actor, reach) =>
          devices.removeIdentity(actor, reach, params.device_id, params.identity_id)
        ).pipe(asRefusal)
    })
  })
)

/** `ProjectAssignmentsLive` reads and changes which projects a device is in, and when. */
export const ProjectAssignmentsLive = HttpApiBuilder.group(
  Api,
  "projectAssignments",
  Effect.fnUntraced(function* (handlers) {
    const assignments = yield* ProjectAssignments
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        withReach((reach) =>
          page(request, query, (window) => assignments.list(params.device_id, reach, {}, window))
        ).pipe(asRefusal),
      create: ({ params, payload }) =>
        withActorReach((actor, reach) => assignments.create(actor, params.device_id, reach, payload)).pipe(
          asRefusal
        ),
      get: ({ params }) =>
        withReach((reach) => assignments.get(params.device_id, reach, params.assignment_id)).pipe(asRefusal),
      update: ({ params, payload }) =>
        withActorReach((actor, reach) =>
          assignments.update(actor, params.device_id, reach, params.assignment_id, payload)
        ).pipe(asRefusal),
      remove: ({ params }) =>
        withActorReach((actor, reach) =>
          assignments.remove(actor, params.device_id, reach, params.assignment_id)
        ).pipe(asRefusal)
    })
  })
)
