// What an actor may do in a project, read once for a request: an in-process call is given the access that was read
// when its request was authorized. It is set by this program alone; nothing that a request carries can set it.
import { Context, Effect } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import { Memberships, type ProjectAccess } from "../../store/access/Memberships.ts"

/** `KnownAccess` is what a user may do in a project, read for the request that is being answered. */
export interface KnownAccess {
  readonly userId: string
  readonly projectId: string
  readonly access: ProjectAccess
}

/** `CurrentAccess` is the access that is known of the caller; null: it is read, as for requests over HTTP. */
export const CurrentAccess = Context.Reference<KnownAccess | null>("api/CurrentAccess", {
  defaultValue: () => null
})

/**
 * `makeReadAccess` makes the function that returns what an actor may do in a project. Null: the project does
 * not exist for the actor, who is no member of it, or whose token is for other projects.
 */
export const makeReadAccess = Effect.map(Memberships, (memberships) =>
  Effect.fnUntraced(function* (actor: Actor, projectId: string) {
    if (actor.projectIds?.has(projectId) === false) return null
    const known = yield* CurrentAccess
    const access =
      known !== null && known.userId === actor.userId && known.projectId === projectId
        ? known.access
        : yield* memberships.accessTo(actor.userId, projectId)
    return access === null || (access.membership === null && !actor.serverAdmin) ? null : access
  })
)
