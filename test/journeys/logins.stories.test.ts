// Logins under a flood of wrong passwords, as whoever logs in meets them: a right password is answered, or
// sent away with a time to come back, within three seconds, and who comes back is let in.
// @module-tag story
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes, randomInt } from "node:crypto"
import { type Service, startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { makeClient } from "./client.ts"

const PASSWORD = "a meadow in the morning mist"
/** Wrong passwords a second. */
const TRIES = 50

const logIn = async ({ origin }: Service, email: string, password: string, address: string) => {
  const began = performance.now()
  const answer = await fetch(`${origin}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({ email, password })
  })
  await answer.arrayBuffer()
  return {
    status: answer.status,
    after: Number(answer.headers.get("retry-after")),
    took: performance.now() - began
  }
}

/**
 * Wrong passwords, each from an address of its own; every other one at `victim`, the others at accounts that
 * nobody has.
 */
const flood = (service: Service, victim: string, answers: Map<number, number>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let sent = 0
      const began = performance.now()
      return setInterval(() => {
        for (const due = ((performance.now() - began) / 1000) * TRIES; sent < due; sent++) {
          const email = sent % 2 === 0 ? victim : `${randomBytes(6).toString("hex")}@example.org`
          logIn(service, email, "guess", `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`).then(
            ({ status }) => answers.set(status, (answers.get(status) ?? 0) + 1),
            () => undefined
          ) // hung up at the end
        }
      }, 20)
    }),
    (beat) => Effect.sync(() => clearInterval(beat))
  )

/** Tries the right password until it is let in, coming back as told. */
const persist = (service: Service, email: string, address: string) =>
  Effect.gen(function* () {
    const began = performance.now(),
      took: Array<number> = []
    for (;;) {
      const answer = yield* Effect.promise(() => logIn(service, email, PASSWORD, address))
      took.push(answer.took)
      if (answer.status === 200) return { took, seconds: (performance.now() - began) / 1000 }
      assert.strictEqual(answer.status, 503, email)
      assert.isAtLeast(answer.after, 2)
      assert.isAtMost(answer.after, 20)
      yield* Effect.sleep(answer.after * 1000)
    }
  })

describe.runIf(process.platform === "linux")("logins under load", () => {
  it.live(
    "a right password while fifty wrong ones a second arrive: answered, or 503 with Retry-After, within 3 s; its account's next try succeeds within a minute",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const directory = yield* temporaryDirectory
          const service = yield* startService({
              directory,
              analyses: false,
              settings: { TRUSTED_PROXIES: "127.0.0.1" }
            }),
            client = makeClient(service)
          const [untouched, victim] = ["ines@example.org", "jan@example.org"] as const
          for (const email of [untouched, victim]) yield* client.post("/users", { email, password: PASSWORD })
          const answers = new Map<number, number>()
          yield* flood(service, victim, answers)
          yield* Effect.sleep("3 seconds") // what may be hashed ahead is used up
          const honest = yield* Effect.all(
            [persist(service, untouched, "192.0.2.1"), persist(service, victim, "192.0.2.2")],
            { concurrency: 2 }
          )
          for (const { seconds, took } of honest) {
            assert.isBelow(seconds, 60)
            // three seconds, and what a busy machine adds on the way there and back
            for (const each of took) assert.isBelow(each, 4000)
          }
          assert.deepStrictEqual(
            [...answers.keys()].filter((status) => status !== 401 && status !== 503),
            []
          )
          assert.isAbove(answers.get(503) ?? 0, answers.get(401) ?? 0, "most of the flood was sent away")
        })
      ),
    120_000
  )
})
