// The first minute of a newcomer.
// @module-tag story
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Alert } from "../../src/domain/event/Alert.ts"
import { startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { makeClient, type Made, until } from "./client.ts"

it.live(
  "started in an empty folder, the demo shows its first alert within 60 s",
  () =>
    Effect.gen(function* () {
      const service = yield* startService({ directory: yield* temporaryDirectory, demo: true })
      const client = makeClient(service)
      const demo = yield* until(
        "the demo project",
        client.all<Made & { readonly slug: string }>("/projects"),
        (projects) => projects.some((p) => p.slug === "demo"),
        60
      )
      const { id } = demo.find((p) => p.slug === "demo")!
      // what happened days ago is resolved when it is made: it tells nobody
      const [alert] = yield* until(
        "the first alert",
        client.all<Alert>(`/projects/${id}/alerts?status=open`),
        (alerts) => alerts.length > 0,
        60
      )
      assert.isBelow(Date.now() - service.startedAt, 60_000)
      assert.strictEqual(alert!.status, "open")
      const { event, trace } = yield* client.get<{ event: Made; trace: { readonly event_id: string } }>(
        `/projects/${id}/events/${alert!.event_id}`
      )
      assert.strictEqual(trace.event_id, event.id)
    }),
  90_000
)
