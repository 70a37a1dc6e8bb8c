// May they: holds the caller against the permission its endpoint names. Deny by default.
import { Context, Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { Actor } from "../domain/access/Actor.ts"
import { CurrentActor, type Need, Needs, Permit } from "../contract/authorization.ts"
import { Forbidden, notFound } from "../contract/errors.ts"
import { Projects } from "../store/Projects.ts"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether an actor has what an endpoint needs. A server admin has everything; memberships are not decided here yet. */
const has = (actor: Actor, need: Need | undefined): boolean => need !== undefined && (actor.serverAdmin || need === "known_caller")

export const PermitLive = Layer.effect(Permit, Effect.gen(function*() {
  const projects = yield* Projects
  return Permit.of(Effect.fnUntraced(function*(app, { endpoint }) {
    const actor = yield* CurrentActor
    const { project_id } = yield* HttpRouter.params
    if (project_id !== undefined) {
      const known = UUID.test(project_id) && (yield* projects.exists(project_id))
      if (!known) return yield* notFound()
    }
    const need = Context.get(endpoint.annotations, Needs)
    if (!has(actor, need)) {
      return yield* new Forbidden({ code: "FORBIDDEN", detail: `This needs the permission ${need ?? "that nobody has"}.`, ...(need === undefined ? {} : { permission: need }) })
    }
    return yield* app
  }))
}))
