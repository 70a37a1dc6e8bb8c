// The access of an in-process call that was read when its request was authorized. It is set by this program alone;
// nothing that a request carries can set it.
import { Context } from "effect"
import type { ProjectAccess } from "../../store/access/Memberships.ts"

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
