// Client of the process that hashes passwords: the process starts with the first request and ends with the scope.
// One request at a time.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"

/** HashRequest is a message to the process: a password to hash, or to verify against a PHC string. */
export interface HashRequest {
  readonly password: string
  readonly phc: string | null
}

/** HashResponse is its answer, and the processor time that took, ms. */
export interface HashResponse<A> {
  readonly answer: A
  readonly processorMs: number
}

/** PasswordHasher hashes and verifies passwords outside the event loop. */
export interface PasswordHasher {
  readonly hash: (password: string) => Effect.Effect<HashResponse<string>>
  readonly verify: (password: string, phc: string) => Effect.Effect<HashResponse<boolean>>
}

const program = fileURLToPath(new URL("./passwordProcess.ts", import.meta.url))

/**
 * MALLOC_VARIABLES makes glibc keep freed memory (mallopt(3)). A hash fills 46 MiB; returning them to the
 * system after each hash costs several times the hash itself (the hash took 30 ms of 200, measured). Other
 * allocators ignore it.
 */
const MALLOC_VARIABLES = {
  MALLOC_MMAP_THRESHOLD_: String(64 << 20),
  MALLOC_TRIM_THRESHOLD_: String(128 << 20)
}

const start = (yields: boolean): ChildProcess =>
  fork(program, yields ? ["yields"] : [], {
    detached: true,
    env: MALLOC_VARIABLES,
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  })

/** Makes a hasher. `yields`: its process runs at a lower priority than others. */
export const passwordHasher = (yields: boolean): Effect.Effect<PasswordHasher, never, Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync((): { child: ChildProcess | null } => ({ child: null })),
      ({ child }) => Effect.sync(() => child?.kill("SIGKILL"))
    ),
    (handle) => {
      const send = <A>(request: HashRequest): Effect.Effect<HashResponse<A>> =>
        Effect.promise(
          () =>
            new Promise((resolve, reject) => {
              const child = (handle.child ??= start(yields))
              // the next request starts another process
              const fail = (why: unknown) => {
                handle.child = null
                reject(why instanceof Error ? why : new Error("the process that hashes passwords has ended"))
              }
              child
                .once("error", fail)
                .once("exit", fail)
                .once("message", (response) => {
                  child.off("error", fail).off("exit", fail)
                  child.unref() // an idle hasher does not keep the program alive
                  child.channel?.unref()
                  resolve(response as HashResponse<A>) // the message is of passwordProcess.ts
                })
              child.ref()
              child.channel?.ref()
              child.send(request)
            })
        )
      return {
        hash: (password) => send({ password, phc: null }),
        verify: (password, phc) => send({ password, phc })
      }
    }
  )
