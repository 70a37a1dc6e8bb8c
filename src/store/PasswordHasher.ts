// The handle on the thread that hashes passwords: it starts with the first question and ends with the scope. One question at a time.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { Worker } from "node:worker_threads"

/** A password to be hashed, or to be tried at a PHC string. */
export interface Asked {
  readonly password: string
  readonly phc: string | null
}

export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (password: string, phc: string) => Promise<boolean>
}

/** `yields`: the thread comes after whatever else wants a processor (Linux). */
export const passwordHasher = (yields: boolean): Effect.Effect<PasswordHasher, never, Scope> => Effect.map(
  Effect.acquireRelease(
    Effect.sync((): { thread: Worker | null } => ({ thread: null })),
    ({ thread }) => Effect.promise(async () => thread?.terminate())
  ),
  (held) => {
    const ask = <A>(asked: Asked): Promise<A> => new Promise((resolve, reject) => {
      const thread = held.thread ??= new Worker(new URL("./passwordThread.ts", import.meta.url), { env: {}, workerData: yields })
      // a thread that has ended is followed by another at the next question
      const lost = (why: unknown) => {
        held.thread = null
        reject(why instanceof Error ? why : new Error("the thread that hashes passwords has ended"))
      }
      thread.once("error", lost).once("exit", lost).once("message", (answer: A) => {
        thread.off("error", lost).off("exit", lost)
        thread.unref() // a program may end while nobody asks
        resolve(answer)
      })
      thread.ref()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; this is a thread
      thread.postMessage(asked)
    })
    return { hash: (password) => ask({ password, phc: null }), verify: (password, phc) => ask({ password, phc }) }
  }
)
