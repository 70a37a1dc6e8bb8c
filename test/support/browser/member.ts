// Somebody in a meadow, signed in.
import { Effect, Schedule } from "effect"
import type { Made } from "../../journeys/client.ts"
import type { Meadow } from "./meadow.ts"
import { logIn, PASSWORD } from "./shared.ts"
import type { Console } from "./theConsole.ts"

interface Membership {
  readonly role: string
  /** null: all of the project */
  readonly scope: {
    readonly groups: ReadonlyArray<string>
    readonly entities: ReadonlyArray<string>
    readonly devices: ReadonlyArray<string>
  } | null
}

/** A new user in the project; `cookie`, as `name=value`, is their session. */
export const makeMember = (
  { client, origin }: Pick<Console, "client" | "origin">,
  { path, projectId }: Pick<Meadow, "path" | "projectId">,
  { role, scope }: Membership
): Effect.Effect<{ readonly id: string; readonly email: string; readonly cookie: string }> =>
  Effect.gen(function* () {
    const email = `${role}-of-${path.slice(3)}@example.org`
    // passwords are hashed a few at a time: who is sent away comes back
    const { body } = yield* client
      .ask<Made>("POST", "/users", { email, password: PASSWORD })
      .pipe(Effect.repeat({ until: ({ status }) => status !== 503, schedule: Schedule.spaced("2 seconds") }))
    yield* client.post(`/projects/${projectId}/members`, { user_id: body.id, role, scope })
    return { id: body.id, email, cookie: yield* Effect.promise(() => logIn(origin, email, PASSWORD)) }
  }).pipe(Effect.orDie)
