// May they: holds the caller against the permission its endpoint names. Deny by default.
import { Context, Effect, Layer, Schema } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { type Actor, carries, isWhole } from "../domain/access/Actor.ts"
import { CurrentActor, CurrentVisibility, type Need, Needs, Permit } from "../contract/authorization.ts"
import { Forbidden, NotFound, notFound } from "../contract/errors.ts"
import { Slug } from "../domain/tracking/Project.ts"
import { AuditLog } from "../store/AuditLog.ts"
import { Projects } from "../store/Projects.ts"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isSlug = Schema.is(Slug)

/** Says nothing of what there is: only how it is asked for. */
const slugGiven = () => new NotFound({ code: "NOT_FOUND", detail: "A project is addressed by its id, not by its slug: GET /api/v1/projects lists both." })

/** Whether an actor has what an endpoint needs, in a project or (null) outside all. Only server admins have permissions. */
const has = (actor: Actor, need: Need | undefined, projectId: string | null): boolean => {
  switch (need) {
    case undefined:
    case "nothing":
    case "source_token":
      return false // no route behind the guard
    case "known_caller":
      return true
    case "account":
      return isWhole(actor)
    case "server_admin":
      return actor.serverAdmin && isWhole(actor)
    default:
      return actor.serverAdmin && carries(actor, need, projectId)
  }
}

const detailOf = (actor: Actor, need: Need | undefined): string =>
  need === "account" ? "This is for a person's own session, or the start-up token."
  : `This needs the permission ${need ?? "that nobody has"}${actor.serverAdmin ? ", which the token does not carry" : ""}.`

export const PermitLive = Layer.effect(Permit, Effect.gen(function*() {
  const projects = yield* Projects
  const log = yield* AuditLog

  /** Finds the project of a path; one that a token is not for is like one that is not there. */
  const enter = Effect.fnUntraced(function*(actor: Actor, given: string | undefined) {
    if (given === undefined) return null
    if (!UUID.test(given)) return yield* isSlug(given) ? slugGiven() : notFound()
    const id = given.toLowerCase()
    const admitted = actor.projectIds === null || actor.projectIds.has(id)
    return admitted && (yield* projects.exists(id)) ? id : yield* notFound()
  })

  return Permit.of(Effect.fnUntraced(function*(app, { endpoint }) {
    const actor = yield* CurrentActor
    const projectId = yield* enter(actor, (yield* HttpRouter.params)["project_id"])
    const need = Context.get(endpoint.annotations, Needs)
    if (has(actor, need, projectId)) return yield* Effect.provideService(app, CurrentVisibility, { visibility: null, may: (permission) => has(actor, permission, projectId) })
    if (need === "server_admin") {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      yield* log.note(actor, { action: "access.denied", objectType: "route", objectId: `${endpoint.method} ${endpoint.path}`, projectId, detail: { path: url.split("?", 1)[0]!.slice(0, 500) } })
    }
    return yield* new Forbidden({ code: "FORBIDDEN", detail: detailOf(actor, need), ...(need === undefined ? {} : { permission: need }) })
  }))
}))
