// Answers for devices, their identities and their projects.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../contract/Api.ts"
import { ProjectAssignments } from "../../store/tracking/ProjectAssignments.ts"
import { Devices } from "../../store/tracking/Devices.ts"
import { page } from "../http/paging.ts"
import { asRefusal } from "../http/refusals.ts"
import { withActorReach, withReach } from "../access/withCaller.ts"

export const DevicesLive = HttpApiBuilder.group(
  Api,
  "devices",
  Effect.fnUntraced(function* (handlers) {
    const devices = yield* Devices
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
