// What costs more than the rest may be asked for so often: 429, when to come again, and headers that tell it
// before.
import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { TestClock } from "effect/testing"
import { CostLimits, makeCostLimit } from "../../../src/api/http/costLimit.ts"
import { makeMember, tokenFor } from "../../support/http/people.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { makeProject, NOBODY } from "../../support/http/tracking.ts"

const limits = { rule_tests: 3, explanations: 2, estimates: 1, imports: 100, mcp_calls: 100 }

describe("a limit", () => {
  const limiter = Effect.map(
    Effect.provideService(makeCostLimit, CostLimits, limits),
    (ask) => (id: string, cost: Parameters<typeof ask>[1]) =>
      ask({ id }, cost, Effect.succeed(HttpServerResponse.empty({ status: 204 })))
  )

  plain.effect("lets a minute's worth through at once, then as much as comes with time", () =>
    Effect.gen(function* () {
      const ask = yield* limiter
      const status = (id = "one") => Effect.map(ask(id, "rule_tests"), (a) => a.status)
      assert.deepStrictEqual(
        yield* Effect.all([status(), status(), status(), status()]),
        [204, 204, 204, 429]
      )
      assert.strictEqual(yield* status("other"), 204, "each has their own")
      yield* TestClock.adjust("19 seconds")
      assert.strictEqual(yield* status(), 429)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Effect.all([status(), status()]), [204, 429])
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(
        yield* Effect.all([status(), status(), status(), status()]),
        [204, 204, 204, 429],
        "time saves up no more than a minute's worth"
      )
    })
  )

  plain.effect("says in headers what is left, and in how many seconds to come again", () =>
    Effect.gen(function* () {
      const ask = yield* limiter
      const first = yield* ask("one", "explanations")
      assert.deepInclude(first.headers, {
        "ratelimit-policy": '"explanations";q=2;w=60',
        ratelimit: '"explanations";r=1;t=30'
      })
      yield* ask("one", "explanations")
      yield* TestClock.adjust("12 seconds")
      const refused = yield* ask("one", "explanations")
      assert.strictEqual(refused.status, 429)
      assert.deepInclude(refused.headers, {
        "retry-after": "18",
        ratelimit: '"explanations";r=0;t=18',
        "ratelimit-policy": '"explanations";q=2;w=60'
      })
      yield* TestClock.adjust("18 seconds")
      assert.strictEqual((yield* ask("one", "explanations")).status, 204)
    })
  )

  plain.effect("is one of its kind: another kind, and what costs nothing, are not counted against it", () =>
    Effect.gen(function* () {
      const ask = yield* limiter
      for (let n = 0; n < 20; n++) assert.strictEqual((yield* ask("one", undefined)).status, 204)
      assert.deepStrictEqual(
        [
          (yield* ask("one", "estimates")).status,
          (yield* ask("one", "estimates")).status,
          (yield* ask("one", "rule_tests")).status
        ],
        [204, 429, 204]
      )
    })
  )
})

layer(Layer.provide(serve(), Layer.succeed(CostLimits, limits)), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("expensive reads", (it) => {
  it.effect(
    "rule tests, explanations and estimates are limited for each token and person; who may not ask is not counted",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const project = yield* makeProject()
        const member = yield* makeMember(project.id, "analyst")
        const at = `/projects/${project.id}`
        const asks = [
          [
            "POST",
            `${at}/rules/${NOBODY}/test`,
            { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
            3
          ],
          ["GET", `${at}/rules/${NOBODY}/explain?entity_id=${NOBODY}&at=2026-01-01T00:00:00Z`, undefined, 2],
          ["GET", `${at}/analyses/estimate?module=movement`, undefined, 1]
        ] as const
        const token = yield* tokenFor(member, ["project:read", "analysis:run"])
        for (const [method, path, body, often] of asks) {
          const sent = body === undefined ? {} : { body }
          for (let n = 0; n < often; n++)
            assert.notStrictEqual((yield* member.ask(method, path, sent)).status, 429, path)
          const refused = yield* member.ask(method, path, sent)
          assert.deepInclude(refused.body, { status: 429, code: "TOO_OFTEN" }, path)
          assert.isAbove(Number(refused.headers.get("retry-after")), 0)
          assert.match(refused.headers.get("ratelimit-policy")!, /;w=60$/)
          assert.notStrictEqual(
            (yield* send(method, path, { ...sent, token })).status,
            429,
            "a token counts for itself"
          )
        }
        const viewer = yield* makeMember(project.id, "viewer")
        for (let n = 0; n < 3; n++)
          assert.strictEqual(
            (yield* viewer.ask("GET", `${at}/analyses/estimate?module=movement`)).status,
            403
          )
      })
  )
})
