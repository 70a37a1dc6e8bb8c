// Answers for devices, their identities and their projects.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../contract/Api.ts"
import { CurrentActor } from "../contract/authorization.ts"
import { ProjectAssignments } from "../store/Assignments.ts"
import { Devices } from "../store/Devices.ts"
import { page } from "./paging.ts"
import { asRefusal } from "./refusals.ts"

export const DevicesLive = HttpApiBuilder.group(Api, "devices", Effect.fnUntraced(function*(handlers) {
  const devices = yield* Devices
  return handlers.handleAll({
    list: ({ query, request }) => page(request, query, (window) => devices.list(query, window)),
    create: ({ payload }) => Effect.flatMap(CurrentActor, (actor) => devices.create(actor, payload)).pipe(asRefusal),
    get: ({ params }) => devices.get(params.device_id).pipe(asRefusal),
    update: ({ params, payload }) => Effect.flatMap(CurrentActor, (actor) => devices.update(actor, params.device_id, payload)).pipe(asRefusal),
    remove: ({ params }) => Effect.flatMap(CurrentActor, (actor) => devices.remove(actor, params.device_id)).pipe(asRefusal),
    identities: ({ params, query, request }) => page(request, query, (window) => devices.identities(params.device_id, window)).pipe(asRefusal),
    addIdentity: ({ params, payload }) => Effect.flatMap(CurrentActor, (actor) => devices.addIdentity(actor, params.device_id, payload)).pipe(asRefusal),
    identity: ({ params }) => devices.identity(params.device_id, params.identity_id).pipe(asRefusal),
    removeIdentity: ({ params }) => Effect.flatMap(CurrentActor, (actor) => devices.removeIdentity(actor, params.device_id, params.identity_id)).pipe(asRefusal)
  })
}))

export const ProjectAssignmentsLive = HttpApiBuilder.group(Api, "projectAssignments", Effect.fnUntraced(function*(handlers) {
  const assignments = yield* ProjectAssignments
  return handlers.handleAll({
    list: ({ params, query, request }) => page(request, query, (window) => assignments.list(params.device_id, {}, window)).pipe(asRefusal),
    create: ({ params, payload }) => Effect.flatMap(CurrentActor, (actor) => assignments.create(actor, params.device_id, payload)).pipe(asRefusal),
    get: ({ params }) => assignments.get(params.device_id, params.assignment_id).pipe(asRefusal),
    update: ({ params, payload }) => Effect.flatMap(CurrentActor, (actor) => assignments.update(actor, params.device_id, params.assignment_id, payload)).pipe(asRefusal),
    remove: ({ params }) => Effect.flatMap(CurrentActor, (actor) => assignments.remove(actor, params.device_id, params.assignment_id)).pipe(asRefusal)
  })
}))
