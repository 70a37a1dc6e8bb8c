// Passes the caller, and what they may see, from the authorization to handlers that need it for the stores.
import { Effect } from "effect"
import { CurrentActor, CurrentVisibility } from "../../contract/http/authorization.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import type { Reach, Visibility } from "../../domain/access/Visibility.ts"

/** Runs `use` with what the caller sees of the path's project. */
export const withVisibility = <A, E, R>(use: (visibility: Visibility) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentVisibility, ({ visibility }) => use(visibility))

/** Runs `use` with the caller, and what they see of the path's project. */
export const withActor = <A, E, R>(use: (actor: Actor, visibility: Visibility) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentActor, (actor) => withVisibility((visibility) => use(actor, visibility)))

/** Runs `use` with what the caller sees of records that projects share. */
export const withReach = <A, E, R>(use: (reach: Reach) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentVisibility, ({ reach }) => use(reach))

/** Runs `use` with the caller, and what they see of records that projects share. */
export const withActorReach = <A, E, R>(use: (actor: Actor, reach: Reach) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentActor, (actor) => withReach((reach) => use(actor, reach)))

/** Runs `use` with the caller, and their permissions in the path's project. */
export const withActorPermissions = <A, E, R>(
  use: (actor: Actor, may: (permission: Permission) => boolean) => Effect.Effect<A, E, R>
) => Effect.flatMap(CurrentActor, (actor) => Effect.flatMap(CurrentVisibility, ({ may }) => use(actor, may)))
