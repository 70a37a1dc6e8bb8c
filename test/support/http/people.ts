// Users, and the browsers and programs they come with.
import { Effect } from "effect"
import { type Answer, type Sent, TestServer } from "./server.ts"
import { expectStatus, fresh } from "./tracking.ts"

export const PASSWORD = "a meadow in the morning mist"

export interface Person {
  readonly id: string
  readonly email: string
}

/** A user who can log in with `PASSWORD`. */
export const makePerson = (more: object = {}): Effect.Effect<Person, never, TestServer> =>
  expectStatus(201, "POST", "/users", {
    email: `${fresh("someone").replace(" ", "-")}@example.org`,
    password: PASSWORD,
    ...more
  })

export const logIn = Effect.fnUntraced(function* (
  email: string,
  password = PASSWORD,
  headers: Readonly<Record<string, string>> = {}
) {
  const { send } = yield* TestServer
  return yield* send("POST", "/auth/login", { token: null, body: { email, password }, headers })
})

/** `name=value` of the cookie that an answer sets. */
export const cookieOf = ({ headers }: Pick<Answer, "headers">): string =>
  headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""

/** What a page of the service sends with a session's cookie. */
export const browse = Effect.fnUntraced(function* (cookie: string) {
  const { send, url } = yield* TestServer
  return (method: string, path: string, sent: Omit<Sent, "token"> = {}) =>
    send(method, path, { ...sent, token: null, headers: { cookie, origin: url, ...sent.headers } })
})

/** A browser in which the person has logged in. */
export const browserOf = Effect.fnUntraced(function* ({ email }: Person, password = PASSWORD) {
  return yield* browse(cookieOf(yield* logIn(email, password)))
})

/** A token for somebody, made by the admin. */
export const tokenFor = (
  person: Person,
  scopes: ReadonlyArray<string>,
  more: object = {}
): Effect.Effect<string, never, TestServer> =>
  Effect.map(
    expectStatus(201, "POST", "/auth/tokens", { name: "A token", scopes, user_id: person.id, ...more }),
    ({ token }) => token
  )

/** Somebody in a project, with a session; `ask` sends as they would. */
export const makeMember = Effect.fnUntraced(function* (
  projectId: string,
  role: string,
  scope: object | null = null
) {
  const person = yield* makePerson()
  yield* expectStatus(201, "POST", `/projects/${projectId}/members`, { user_id: person.id, role, scope })
  return { ...person, path: `/projects/${projectId}/members/${person.id}`, ask: yield* browserOf(person) }
})
