// Somebody with two projects, and AI clients that they let in.
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Audience, ClientAccesses } from "../../../src/store/access/ClientAccesses.ts"
import { begin, decide, redeem, register, resume } from "./oauth.ts"
import { browse, cookieOf, logIn, makePerson } from "./people.ts"
import { TestServer } from "./server.ts"
import { expectStatus, makeProject } from "./tracking.ts"

/** Somebody with two projects, in a browser. */
export const makeInes = Effect.gen(function* () {
  const person = yield* makePerson({ name: "Ines Berg" })
  const [grazing, reindeer] = [yield* makeProject(), yield* makeProject()]
  for (const [project, role] of [
    [grazing, "admin"],
    [reindeer, "viewer"]
  ] as const)
    yield* expectStatus(201, "POST", `/projects/${project.id}/members`, { user_id: person.id, role })
  const session = cookieOf(yield* logIn(person.email))
  const ask = yield* browse(session)
  return { person, session, ask, grazing: String(grazing.id), reindeer: String(reindeer.id) }
})
export type Ines = Effect.Success<typeof makeInes>

export const allow = (ines: Ines, more: object = {}) => ({
  allow: true,
  scopes: ["project:read"],
  project_ids: [ines.grazing],
  ...more
})

/** What a token opens, as the resource server asks. */
export const accessBy = Effect.fnUntraced(function* (value: string, audience?: string) {
  const { url } = yield* TestServer
  const wanted = audience ?? `${url}/mcp`
  return yield* Effect.flatMap(ClientAccesses, (all) => all.findAccess(value)).pipe(
    Effect.provide(ClientAccesses.layer),
    Effect.provideService(Audience, () => wanted)
  )
})

/** From nothing to a code. */
export const codeFor = Effect.fnUntraced(function* (
  ines: Ines,
  query: Readonly<Record<string, string | null>> = {},
  decision: object = allow(ines)
) {
  const client = yield* register()
  const begun = yield* begin(client.body.client_id, query)
  const decided = yield* decide(ines.ask, ines.session, begun, decision)
  assert.strictEqual(decided.status, 200, JSON.stringify(decided.body))
  const back = yield* resume(decided.body.redirect_to, begun)
  return { begun, code: back.query.get("code")!, back }
})

export const tokensFor = Effect.fnUntraced(function* (
  ines: Ines,
  query: Readonly<Record<string, string | null>> = {},
  decision?: object
) {
  const { begun, code } = yield* codeFor(ines, query, decision)
  const reply = yield* redeem(begun, code)
  assert.strictEqual(reply.status, 200, reply.text)
  return { begun, clientId: begun.clientId, ...reply.body } as {
    readonly begun: typeof begun
    readonly clientId: string
    readonly access_token: string
    readonly refresh_token: string
    readonly scope: string
  }
})
