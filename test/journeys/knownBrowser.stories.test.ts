// A person who comes back in their own browser, on a machine whose cores are busy, while strangers guess
// passwords: the login is answered in time.
// @module-tag story
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { cpus } from "node:os"
import { Worker } from "node:worker_threads"
import { temporaryDirectory } from "../support/machine.ts"
import { type Service, startService } from "../support/processes/service.ts"
import { makeClient } from "./client.ts"

const EMAIL = "ines@example.org"
const PASSWORD = "a meadow in the morning mist"
const GUESSERS = 6
const LOGINS = 10
const LIMIT_MS = 5000

const logIn = async (service: Service, body: object, headers: Readonly<Record<string, string>> = {}) => {
  const began = performance.now()
  const answer = await fetch(`${service.origin}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })
  await answer.arrayBuffer()
  return {
    status: answer.status,
    milliseconds: performance.now() - began,
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ")
  }
}

/** Keeps as many cores busy as there are, with threads that do nothing else. */
const busyLoops = Effect.acquireRelease(
  Effect.sync(() => cpus().map(() => new Worker("for (;;);", { eval: true }))),
  (workers) => Effect.promise(() => Promise.all(workers.map((worker) => worker.terminate())))
)

/** Guesses without a pause, from an address of its own, at the account and at names that nobody has. */
const guesser = (service: Service, number: number) =>
  Effect.forever(
    Effect.promise(() => {
      const email = Math.random() < 0.5 ? EMAIL : `${randomBytes(6).toString("hex")}@example.org`
      return logIn(service, { email, password: "guess" }, { "x-forwarded-for": `192.0.2.${number}` })
    })
  )

describe.runIf(process.platform === "linux")("a known browser", () => {
  it.live(
    "with two busy loops and six guessers: 9 of 10 right passwords are answered with 200 within 5 s",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const service = yield* startService({
            directory: yield* temporaryDirectory,
            analyses: false,
            settings: { TRUSTED_PROXIES: "127.0.0.1" }
          })
          yield* makeClient(service).post("/users", { email: EMAIL, password: PASSWORD })
          const right = (cookie: string) =>
            Effect.promise(() =>
              logIn(
                service,
                { email: EMAIL, password: PASSWORD },
                { cookie, "x-forwarded-for": "192.0.2.100" }
              )
            )
          const first = yield* Effect.repeat(right(""), { until: ({ status }) => status === 200, times: 9 })
          assert.strictEqual(first.status, 200)
          const browser = first.cookie.split("; ").find((cookie) => cookie.includes("pugmark-browser="))!
          yield* busyLoops
          for (let number = 1; number <= GUESSERS; number++)
            yield* Effect.forkScoped(guesser(service, number))
          yield* Effect.sleep("5 seconds") // what may be hashed ahead is used up
          const answers = yield* Effect.forEach(Array.from({ length: LOGINS }), () => right(browser))
          const inTime = answers.filter(
            ({ milliseconds, status }) => status === 200 && milliseconds < LIMIT_MS
          ).length
          assert.isAtLeast(
            inTime,
            LOGINS - 1,
            answers.map(({ milliseconds, status }) => `${status} ${Math.round(milliseconds)} ms`).join(", ")
          )
        })
      ),
    120_000
  )
})
