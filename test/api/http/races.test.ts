// Twelve at once: who is first on one alert, one rule, one member, one token, and what the others are told.
// Every other round they all stand at the row before anybody gets it; in the rounds between they come as they
// come. PUGMARK_RACE_ROUNDS says how many.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { alertActions, type AlertStatus, nextStatus } from "../../../src/domain/event/alertStatus.ts"
import { untilWaiting } from "../../support/sql/locks.ts"
import { makePerson, tokenFor } from "../../support/http/people.ts"
import { type Answer, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, fresh, makeProject } from "../../support/http/tracking.ts"

const ROUNDS = Number(process.env["PUGMARK_RACE_ROUNDS"] ?? 2)
const TWELVE = Array.from({ length: 12 }, (_, n) => n)

const statuses = (answers: ReadonlyArray<Answer>) => answers.map((a) => a.status).toSorted((a, b) => a - b)
const elevenTimes = (status: number) => TWELVE.slice(1).map(() => status)

/**
 * What each of the twelve asks, all at once; with `held`, a row that they all need, nobody begins before
 * others wait for it.
 */
const twelve = Effect.fnUntraced(function* <A, E, R>(
  held: {
    readonly table: "alerts" | "projects" | "members" | "api_tokens"
    readonly key: string
    readonly id: string
  } | null,
  ask: (n: number) => Effect.Effect<A, E, R>
) {
  const sql = yield* SqlClient.SqlClient
  const all = Effect.forEach(TWELVE, ask, { concurrency: "unbounded" })
  if (held === null) return yield* all
  const asked = yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select from ${sql(held.table)} where ${sql(held.key)} = ${held.id}::uuid for update`
      const fiber = yield* Effect.forkScoped(all)
      yield* untilWaiting(3)
      return fiber
    })
  )
  return yield* Fiber.join(asked)
}, Effect.scoped)

/** One race after another, each about something new. */
const rounds = <E, R>(race: (together: boolean) => Effect.Effect<void, E, R>) =>
  Effect.forEach(
    Array.from({ length: ROUNDS }, (_, round) => round % 2 === 0),
    race,
    { discard: true }
  )

const audited = Effect.fnUntraced(function* (objectId: string, action: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    action: string
    detail: Record<string, unknown>
  }>`select action, detail from audit_log where object_id = ${objectId} order by id`
  return rows.filter((row) => row.action.startsWith(action))
})

interface Step {
  readonly actor: { readonly id: string }
  readonly from: AlertStatus
  readonly to: AlertStatus
  readonly note: string
}

const tooFast = (value: number) => ({
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value },
  event: { event_type: "SPEEDING", title: "{entity} too fast" }
})

layer(serve(), { excludeTestServices: true, timeout: "300 seconds" })("of twelve at once", (it) => {
  it.effect(
    "on one alert each has an outcome that one order of all explains: a step of their own, one found " +
      "made, or the status that forbids it",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const project = yield* makeProject()
        const people = yield* Effect.forEach(TWELVE, () =>
          Effect.gen(function* () {
            const { id } = yield* expectStatus(201, "POST", "/users", {
              email: `${fresh("ranger").replace(" ", "-")}@example.org`
            })
            yield* expectStatus(201, "POST", `/projects/${project.id}/members`, {
              user_id: id,
              role: "operator"
            })
            return yield* tokenFor({ id, email: "" }, ["project:read", "alerts:write"])
          })
        )
        yield* rounds((together) =>
          Effect.gen(function* () {
            const { alert } = yield* expectStatus(201, "POST", `/projects/${project.id}/events`, {
              event_type: "WOLF_SEEN",
              title: "A wolf",
              create_alert: true
            })
            const path = `/projects/${project.id}/alerts/${alert.id}`
            const action = (n: number) => alertActions[n % 3]!
            const answers = yield* twelve(
              together ? { table: "alerts", key: "id", id: alert.id } : null,
              (n) => send("POST", `${path}/${action(n)}`, { token: people[n]!, body: { note: `n${n}` } })
            )
            const { status, steps } = (yield* expectStatus(200, "GET", path)) as {
              readonly status: AlertStatus
              readonly steps: ReadonlyArray<Step>
            }
            const statuses: ReadonlyArray<AlertStatus> = ["open", ...steps.map((s) => s.to)]
            assert.deepStrictEqual(
              steps.map((s) => s.from),
              statuses.slice(0, -1),
              "each step begins where the one before it ended"
            )
            assert.strictEqual(statuses.at(-1), status)
            const makers = new Set(steps.map((s) => s.note))
            assert.strictEqual(makers.size, steps.length, "nobody made two steps")
            for (const [n, { body, status }] of answers.entries()) {
              const isMaker = makers.has(`n${n}`)
              if (status === 409) {
                assert.isFalse(isMaker)
                assert.deepInclude(body, { code: "ALERT_STATUS" })
                assert.include(statuses, body.current_status)
                assert.strictEqual(nextStatus(body.current_status, action(n), "why")._tag, "Forbidden")
                continue
              }
              assert.strictEqual(status, 200)
              assert.deepStrictEqual(
                body.steps,
                steps.slice(0, body.steps.length),
                "the alert as it was at one moment"
              )
              assert.strictEqual(body.status, statuses[body.steps.length])
              assert.strictEqual(
                nextStatus(body.status, action(n), "why")._tag,
                "Unchanged",
                "and it was what was asked for"
              )
              assert.strictEqual(isMaker, body.steps.at(-1)?.note === `n${n}`)
            }
            assert.deepStrictEqual(
              (yield* audited(alert.id, "alert.")).map((e) => e.detail["note"]),
              steps.map((s) => s.note)
            )
          })
        )
      })
  )

  it.effect(
    "who save one rule's document on the edition they read one is first, and its version is the next; " +
      "the others get 412",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const project = yield* makeProject()
        yield* rounds((together) =>
          Effect.gen(function* () {
            const path = `/projects/${project.id}/rules`
            const made = yield* send("POST", path, {
              body: { name: "Speed", enabled: true, document: tooFast(1) }
            })
            const rule = `${path}/${made.body.id}`,
              held = together ? ({ table: "projects", key: "id", id: project.id } as const) : null
            const headers = { "if-match": made.headers.get("etag")! }
            const answers = yield* twelve(held, (n) =>
              send("PUT", `${rule}/document`, { headers, body: { document: tooFast(n + 10) } })
            )
            assert.deepStrictEqual(statuses(answers), [200, ...elevenTimes(412)])
            const first = answers.findIndex((a) => a.status === 200)
            const now = yield* send("GET", rule)
            assert.deepInclude(now.body, { current_version: 2 })
            assert.strictEqual(now.body.document.conditions.value, first + 10)
            for (const { body } of answers.filter((a) => a.status === 412)) {
              assert.strictEqual(body.code, "STALE")
              assert.include(body.detail, now.headers.get("etag")!)
            }
            assert.deepStrictEqual(
              (yield* expectStatus(200, "GET", `${rule}/versions`)).items.map(
                (v: { version: number }) => v.version
              ),
              [2, 1]
            )
            assert.lengthOf(yield* audited(made.body.id, "rule.document_saved"), 1)

            const free = yield* twelve(held, (n) =>
              send("PUT", `${rule}/document`, { body: { document: tooFast(n + 100) } })
            )
            assert.deepStrictEqual(
              statuses(free),
              TWELVE.map(() => 200)
            )
            const { items } = yield* expectStatus(200, "GET", `${rule}/versions`)
            const kept = new Map<number, number>(
              items.map((v: { version: number; document: ReturnType<typeof tooFast> }) => [
                v.version,
                v.document.conditions.value
              ])
            )
            assert.deepStrictEqual(
              free.map((a) => kept.get(a.body.version)),
              TWELVE.map((n) => n + 100),
              "without an edition, each has a version of their own"
            )
            assert.strictEqual(kept.size, 14)
            assert.strictEqual((yield* expectStatus(200, "GET", rule)).current_version, 14)
          })
        )
      })
  )

  it.effect("who put one rule's older version in force on the edition they read one is first", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const project = yield* makeProject()
      yield* rounds((together) =>
        Effect.gen(function* () {
          const path = `/projects/${project.id}/rules`
          const { id } = yield* expectStatus(201, "POST", path, {
            name: "Speed",
            enabled: true,
            document: tooFast(1)
          })
          for (const value of [2, 3])
            yield* expectStatus(200, "PUT", `${path}/${id}/document`, { document: tooFast(value) })
          const headers = { "if-match": (yield* send("GET", `${path}/${id}`)).headers.get("etag")! }
          const answers = yield* twelve(
            together ? { table: "projects", key: "id", id: project.id } : null,
            (n) => send("PATCH", `${path}/${id}`, { headers, body: { current_version: 1 + (n % 2) } })
          )
          assert.deepStrictEqual(statuses(answers), [200, ...elevenTimes(412)])
          const won = answers.find((a) => a.status === 200)!.body.current_version
          assert.strictEqual((yield* expectStatus(200, "GET", `${path}/${id}`)).current_version, won)
          const turns = yield* sql<{
            version: number
          }>`select version::int4 as version from rule_activations where rule_id = ${id}::uuid
            order by rule_set_version`
          assert.deepStrictEqual(
            turns.map((t) => t.version),
            [1, 2, 3, won],
            "the engine is told of one change"
          )
        })
      )
    })
  )

  it.effect(
    "who change one member's role on the edition they read one is first, and the others get 412; " +
      "without it one follows the other",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const project = yield* makeProject()
        const roles = ["operator", "analyst", "admin"]
        yield* rounds((together) =>
          Effect.gen(function* () {
            const { id } = yield* expectStatus(201, "POST", "/users", {
              email: `${fresh("raced").replace(" ", "-")}@example.org`
            })
            yield* expectStatus(201, "POST", `/projects/${project.id}/members`, {
              user_id: id,
              role: "viewer"
            })
            const path = `/projects/${project.id}/members/${id}`,
              held = together ? ({ table: "members", key: "user_id", id } as const) : null
            const answers = yield* twelve(held, (n) =>
              send("PATCH", path, { headers: { "if-match": '"1"' }, body: { role: roles[n % 3] } })
            )
            assert.deepStrictEqual(statuses(answers), [200, ...elevenTimes(412)])
            const won = answers.find((a) => a.status === 200)!.body.role
            assert.strictEqual((yield* expectStatus(200, "GET", path)).role, won)

            const free = yield* twelve(held, (n) => send("PATCH", path, { body: { role: roles[n % 3] } }))
            assert.deepStrictEqual(
              statuses(free),
              TWELVE.map(() => 200)
            )
            const told = (yield* audited(id, "member.updated")).map(({ detail }) => ({
              was: (detail["before"] as { role: string }).role,
              is: detail["role"] as string
            }))
            const now = yield* send("GET", path)
            assert.deepStrictEqual(
              [...told.map((t) => t.was), now.body.role],
              ["viewer", ...told.map((t) => t.is)],
              "a chain from the first role to the last"
            )
            assert.strictEqual(now.headers.get("etag"), `"${told.length + 1}"`)

            const last = yield* twelve(held, (n) =>
              n % 2 === 0
                ? send("DELETE", path, { headers: { "if-match": now.headers.get("etag")! } })
                : send("PATCH", path, {
                    headers: { "if-match": now.headers.get("etag")! },
                    body: { scope: { entities: [] } }
                  })
            )
            const removed = last.findIndex((a) => a.status === 204)
            const changed = last.findIndex((a) => a.status === 200)
            assert.isTrue((removed === -1) !== (changed === -1), "one of the two")
            assert.deepStrictEqual(
              statuses(last),
              removed === -1 ? [200, ...elevenTimes(412)] : [204, ...elevenTimes(404)]
            )
            assert.strictEqual((yield* send("GET", path)).status, removed === -1 ? 200 : 404)
          })
        )
      })
  )

  it.effect(
    "who revoke one token all find it revoked, once; whoever uses it meanwhile is let in or not, and afterwards nobody",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const person = yield* makePerson()
        const own = yield* tokenFor(person, ["project:read"])
        yield* rounds((together) =>
          Effect.gen(function* () {
            const { id, token } = yield* expectStatus(201, "POST", "/auth/tokens", {
              name: "Raced",
              scopes: ["project:read"],
              user_id: person.id
            })
            const use = Effect.map(send("GET", "/auth/me", { token }), (a) => a.status)
            // the use counts as such whatever becomes of it: both would write the row
            const sql = yield* SqlClient.SqlClient
            const answers = yield* twelve(together ? { table: "api_tokens", key: "id", id } : null, (n) =>
              n % 3 === 2
                ? Effect.map(use, (status) => ({ status, after: 401 }))
                : Effect.gen(function* () {
                    const { status } = yield* send("DELETE", `/auth/tokens/${id}`)
                    return { status, after: yield* use }
                  })
            )
            for (const [n, { after, status }] of answers.entries()) {
              assert.include(n % 3 === 2 ? [200, 401] : [204], status)
              assert.strictEqual(after, 401, "whoever was told that it is revoked finds it so")
            }
            assert.lengthOf(yield* audited(id, "token.revoked"), 1)
            const [row] = yield* sql<{
              revoked: boolean
            }>`select revoked_at is not null as revoked from api_tokens where id = ${id}::uuid`
            assert.isTrue(row!.revoked)
            assert.strictEqual(
              (yield* send("GET", "/auth/me", { token: own })).status,
              200,
              "another token of the same person stays"
            )
          })
        )
      })
  )
})
