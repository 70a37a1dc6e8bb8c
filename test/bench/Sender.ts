// The handle on the sending thread.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { INTERVAL_MS } from "./Walks.ts"

export interface Load {
  readonly port: number
  readonly source: string
  readonly token: string
  readonly fences: number
  readonly subjects: number
  readonly connections: number
  /** items of a request */
  readonly batch: number
  /** event time of the first fixes, epoch ms */
  readonly start: number
}

export type Job =
  | { readonly kind: "prepare"; readonly bodies: number }
  | { readonly kind: "flood"; readonly seconds: number }
  | { readonly kind: "drip"; readonly perSecond: number; readonly seconds: number }

export interface Sent {
  /** epoch ms */
  readonly began: number
  readonly requests: number
  /** of each request from when it was due to its answer, ms */
  readonly took: ReadonlyArray<number>
  /** per connection: how many requests it had sent before, and when each of these was due, epoch ms */
  readonly lanes: ReadonlyArray<{ readonly before: number; readonly due: ReadonlyArray<number> }>
}

export type Reply = { readonly sent: Sent | null } | { readonly failed: string }

export class Sender {
  readonly load: Load
  private readonly worker: Worker

  private constructor(load: Load) {
    this.load = load
    this.worker = new Worker(new URL("sendWorker.ts", import.meta.url), { workerData: load })
  }

  static start(load: Load): Effect.Effect<Sender, never, Scope> {
    return Effect.acquireRelease(
      Effect.sync(() => new Sender(load)),
      (sender) => Effect.promise(() => sender.worker.terminate())
    )
  }

  private ask(job: Job): Effect.Effect<Sent | null> {
    return Effect.promise(async () => {
      const replied = once(this.worker, "message")
      this.worker.postMessage(job, [])
      const [reply] = (await replied) as [Reply] // the worker answers every job with one
      if ("failed" in reply) throw new Error(reply.failed)
      return reply.sent
    })
  }

  /** Has so many requests ready for each connection. */
  prepare(bodies: number): Effect.Effect<void> {
    return Effect.asVoid(this.ask({ kind: "prepare", bodies }))
  }

  flood(seconds: number): Effect.Effect<Sent> {
    return Effect.map(this.ask({ kind: "flood", seconds }), (sent) => sent!)
  }

  drip(perSecond: number, seconds: number): Effect.Effect<Sent> {
    return Effect.map(this.ask({ kind: "drip", perSecond, seconds }), (sent) => sent!)
  }

  /** When the fix that a subject made at an event time was due to be sent; undefined: not in this job. */
  dueAt({ lanes }: Sent, subject: number, at: number): number | undefined {
    const { batch, connections, start, subjects } = this.load
    const own = Math.ceil((subjects - (subject % connections)) / connections)
    const item = ((at - start) / INTERVAL_MS) * own + Math.floor(subject / connections)
    const { before, due } = lanes[subject % connections]!
    return due[Math.floor(item / batch) - before]
  }
}
