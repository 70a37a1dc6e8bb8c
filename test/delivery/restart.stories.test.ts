// The worker as a process of its own that dies or is stopped in the middle of a delivery: it arrives at least
// once, under one id.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { AllowPrivateWebhooks } from "../../src/api/groups/events/checkWebhookAddresses.ts"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { openReceiver } from "../support/outside/receiver.ts"
import { ADMIN_TOKEN, serve } from "../support/http/server.ts"
import { MAIN, OF_THE_MACHINE } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { makeProject } from "../support/http/tracking.ts"
import { deliveriesOf, hurry, makeAutomation, report, settled } from "../support/http/worker.ts"

/** `node src/main.ts work` on the test's database; whatever is left of it when the scope closes is killed. */
const startProcess = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const url = yield* DatabaseUrl
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [MAIN, "work"], {
        cwd: directory,
        stdio: ["ignore", "inherit", "ignore"],
        env: {
          ...OF_THE_MACHINE,
          HOME: directory,
          DATA_DIR: directory,
          DATABASE_URL: Redacted.value(url),
          ADMIN_TOKEN,
          WEBHOOK_ALLOW_PRIVATE: "true",
          LOG_LEVEL: "error"
        }
      })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  const ended = once(child, "exit")
  return {
    end: (signal: "SIGTERM" | "SIGKILL") =>
      Effect.promise(async () => {
        child.kill(signal)
        await ended
        return child.exitCode
      })
  }
})

const server = serve().pipe(Layer.provide(Layer.succeed(AllowPrivateWebhooks, true)))

layer(server, { excludeTestServices: true, timeout: "60 seconds" })("a worker", (it) => {
  it.effect(
    "killed in the middle of a delivery is followed by one that repeats it with the same webhook-id",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* openReceiver((response, _, count) => {
            if (count > 1) response.writeHead(204).end()
          })
          const project = yield* makeProject()
          yield* makeAutomation(project.id, [{ type: "webhook", url: receiver.url }])
          const first = yield* startProcess
          const event = yield* report(project.id)
          yield* receiver.nth(1)
          yield* first.end("SIGKILL")
          assert.deepInclude((yield* deliveriesOf(project.id, event.id))[0], {
            status: "queued",
            attempts: 1,
            code: null
          })
          yield* hurry // its lease runs out
          yield* startProcess
          const again = yield* receiver.nth(2)
          const [delivery] = yield* settled(project.id, event.id)
          assert.deepInclude(delivery, { status: "sent", attempts: 2 })
          assert.deepStrictEqual(
            [receiver.requests[0]!.headers["webhook-id"], again.headers["webhook-id"]],
            [delivery!.id, delivery!.id]
          )
          assert.strictEqual(again.body, receiver.requests[0]!.body)
        })
      )
  )

  it.effect("told to stop gives back what it could not finish, and ends in order", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const receiver = yield* openReceiver((response, _, count) => {
          if (count > 1) response.writeHead(204).end()
        })
        const project = yield* makeProject()
        yield* makeAutomation(project.id, [{ type: "webhook", url: receiver.url }])
        const first = yield* startProcess
        const event = yield* report(project.id)
        yield* receiver.nth(1)
        assert.strictEqual(yield* first.end("SIGTERM"), 0)
        assert.deepInclude((yield* deliveriesOf(project.id, event.id))[0], { status: "queued", attempts: 0 })
        yield* startProcess
        const again = yield* receiver.nth(2)
        assert.deepInclude((yield* settled(project.id, event.id))[0], {
          status: "sent",
          attempts: 1,
          id: String(again.headers["webhook-id"])
        })
      })
    )
  )

  it.effect("that was not there when events happened finds all of them", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const receiver = yield* openReceiver()
        const project = yield* makeProject()
        yield* makeAutomation(project.id, [{ type: "webhook", url: receiver.url }])
        const events = yield* Effect.all([report(project.id), report(project.id), report(project.id)])
        yield* startProcess
        yield* receiver.nth(3)
        assert.sameMembers(
          receiver.requests.map((r) => JSON.parse(r.body).data.event.id),
          events.map((e) => e.id)
        )
      })
    )
  )
})
