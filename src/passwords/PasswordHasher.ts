// The handle on the process that hashes passwords: it starts with the first question and ends with the scope.
// One question at a time.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"

/** A password to be hashed, or to be tried at a PHC string. */
export interface Asked {
  readonly password: string
  readonly phc: string | null
}

/** What came of it, and for how long it had a processor, ms. */
export interface Answered<A> {
  readonly answer: A
  readonly processorMs: number
}

export interface PasswordHasher {
  readonly hash: (password: string) => Effect.Effect<Answered<string>>
  readonly verify: (password: string, phc: string) => Effect.Effect<Answered<boolean>>
}

const program = fileURLToPath(new URL("./passwordProcess.ts", import.meta.url))

/**
 * A hash fills 46 MiB. The allocator of glibc would take them from the system each time anew and give them
 * back; there that costs several times the hash itself (30 ms of 200, measured), so it keeps them
 * (mallopt(3)). Others know nothing of it.
 */
const KEPT_MEMORY = { MALLOC_MMAP_THRESHOLD_: String(64 << 20), MALLOC_TRIM_THRESHOLD_: String(128 << 20) }

const start = (yields: boolean): ChildProcess =>
  fork(program, yields ? ["yields"] : [], {
    detached: true,
    env: KEPT_MEMORY,
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  })

/** `yields`: the process comes after whatever else wants a processor. */
export const passwordHasher = (yields: boolean): Effect.Effect<PasswordHasher, never, Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync((): { child: ChildProcess | null } => ({ child: null })),
      ({ child }) => Effect.sync(() => child?.kill("SIGKILL"))
    ),
    (held) => {
      const ask = <A>(asked: Asked): Effect.Effect<Answered<A>> =>
        Effect.promise(
          () =>
            new Promise((resolve, reject) => {
              const child = (held.child ??= start(yields))
              // a process that has ended is followed by another at the next question
              const lost = (why: unknown) => {
                held.child = null
                reject(why instanceof Error ? why : new Error("the process that hashes passwords has ended"))
              }
              child
                .once("error", lost)
                .once("exit", lost)
                .once("message", (answered) => {
                  child.off("error", lost).off("exit", lost)
                  child.unref() // a program may end while nobody asks
                  child.channel?.unref()
                  resolve(answered as Answered<A>) // what its own program sends
                })
              child.ref()
              child.channel?.ref()
              child.send(asked)
            })
        )
      return {
        hash: (password) => ask({ password, phc: null }),
        verify: (password, phc) => ask({ password, phc })
      }
    }
  )
