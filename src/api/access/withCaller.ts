// What the guard found out of the caller, for handlers that hand it on to the store.
import { Effect } from "effect"
import { CurrentActor, CurrentVisibility } from "../../contract/http/authorization.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import type { Reach, Visibility } from "../../domain/access/Visibility.ts"

/** With what the caller sees of the path's project. */
export const withVisibility = <A, E, R>(use: (visibility: Visibility) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentVisibility, ({ visibility }) => use(visibility))

/** With who the caller is, and what they see of the path's project. */
export const withActor = <A, E, R>(use: (actor: Actor, visibility: Visibility) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentActor, (actor) => withVisibility((visibility) => use(actor, visibility)))

/** With what the caller sees of things that projects share. */
export const withReach = <A, E, R>(use: (reach: Reach) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentVisibility, ({ reach }) => use(reach))

/** With who the caller is, and what they see of things that projects share. */
export const withActorReach = <A, E, R>(use: (actor: Actor, reach: Reach) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentActor, (actor) => withReach((reach) => use(actor, reach)))

/** With who the caller is, and what they may in the path's project. */
export const withActorPermissions = <A, E, R>(
  use: (actor: Actor, may: (permission: Permission) => boolean) => Effect.Effect<A, E, R>
) => Effect.flatMap(CurrentActor, (actor) => Effect.flatMap(CurrentVisibility, ({ may }) => use(actor, may)))
