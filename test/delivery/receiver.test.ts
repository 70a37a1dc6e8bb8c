// The receiver that the guide shows, as a program of its own, called by the worker.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { AllowPrivateWebhooks } from "../../src/api/groups/events/checkWebhookAddresses.ts"
import { blocksIn, guidePage } from "../support/guide.ts"
import { serve } from "../support/http/server.ts"
import { freePort } from "../support/machine.ts"
import { makeProject } from "../support/http/tracking.ts"
import { makeAutomation, report, settled, startWorker } from "../support/http/worker.ts"

const program = blocksIn(guidePage("automations"), "js").find((code) => code.includes("standardwebhooks"))

layer(serve().pipe(Layer.provide(Layer.succeed(AllowPrivateWebhooks, true))), {
  excludeTestServices: true,
  timeout: "30 seconds"
})("the receiver of the guide", (it) => {
  it.effect("takes what is signed with its secret and nothing else", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const port = yield* freePort
        const project = yield* makeProject()
        const automation = yield* makeAutomation(project.id, [
          { type: "webhook", url: `http://127.0.0.1:${port}/` }
        ])
        const receiver = yield* Effect.acquireRelease(
          Effect.sync(() =>
            spawn(process.execPath, ["--input-type=module", "--eval", program!], {
              env: { PATH: process.env["PATH"], PORT: String(port), SECRET: automation.actions[0].secret },
              stdio: ["ignore", "pipe", "inherit"]
            })
          ),
          (child) => Effect.sync(() => child.kill("SIGKILL"))
        )
        const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]()
        const forged = Effect.tryPromise(() =>
          fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" })
        )
        assert.strictEqual(
          (yield* forged.pipe(Effect.retry({ schedule: Schedule.spaced("20 millis"), times: 500 }))).status,
          401
        )
        yield* startWorker()
        const event = yield* report(project.id, { title: "A wolf at the fence" })
        const [delivery] = yield* settled(project.id, event.id)
        assert.strictEqual(delivery!.status, "sent")
        assert.strictEqual(
          (yield* Effect.promise(() => lines.next())).value,
          `${delivery!.id} A wolf at the fence`
        )
      })
    )
  )
})
