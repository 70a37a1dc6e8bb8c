// Password hashes: who may have one tried, when, and how much of the machine that takes. Time is the test's,
// and so is the hasher, which takes as long and as much of a processor as it is told.
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { hashPassword, verifyPassword } from "../../src/passwords/passwordHash.ts"
import { Hashing, HashingBudget, makePasswords, Passwords } from "../../src/passwords/Passwords.ts"
import { type HashResponse, type PasswordHasher, passwordHasher } from "../../src/passwords/PasswordHasher.ts"
import type { QueuePriority } from "../../src/passwords/HashQueue.ts"
import { STORY } from "../support/stories.ts"

const PHC = "right"
const DONE = () => Effect.void
const clean: QueuePriority = { lane: "clean", firstRefusedAt: null },
  doubtful: QueuePriority = { lane: "doubtful", firstRefusedAt: null }

/** A hash takes 60 ms of a processor, and `wallMs` by the clock. */
const hasher = (wallMs: () => number = () => 60, processorMs = 60): PasswordHasher => {
  const after = <A>(answer: A) =>
    Effect.suspend(() => Effect.as(Effect.sleep(wallMs()), { answer, processorMs }))
  return {
    hash: (password) => after(`hash of ${password}`),
    verify: (password, phc) => after(password === phc)
  }
}

/** The service as on two processors: a tenth of one. */
const passwordsWith = (its: PasswordHasher, aheadMs = 0) =>
  Effect.provideService(makePasswords(its, its), HashingBudget, { share: 0.1, aheadMs, yields: false })

type Service = Passwords["Service"]

/** How a try went: right, wrong, or sent away. */
const tryAs = (
  passwords: Service,
  priority: QueuePriority & { readonly isKnown?: boolean },
  password = PHC,
  unheard: (right: boolean) => Effect.Effect<void> = DONE
) => passwords.inTurn({ isKnown: false, ...priority }, (verify) => verify(password, PHC), unheard)

/** When something was over, and how, ms from now on. */
const timed = <A, E>(work: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const began = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const exit = yield* Effect.exit(work)
    return { exit, took: (yield* Effect.clockWith((clock) => clock.currentTimeMillis)) - began }
  })

const start = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.forkChild(work, { startImmediately: true })

/** Lets time go on in small steps, until so much of it is over. */
const live = (duration: Duration.Input) =>
  Effect.repeat(TestClock.adjust("10 millis"), { times: Duration.toMillis(duration) / 10 - 1 })

const isCrowded = (exit: Exit.Exit<unknown, unknown>) => Exit.isFailure(exit)

describe("passwords", () => {
  it.effect(
    "are charged the processor's time, and not the time a hash waited for one: ten slow hashes cost as much as ten quick ones",
    () =>
      Effect.gen(function* () {
        const passwords = yield* passwordsWith(
          hasher(() => 1000),
          750
        ) // a machine that others use
        const tries = yield* start(
          timed(Effect.forEach(Array.from({ length: 10 }), () => tryAs(passwords, clean), { discard: true }))
        )
        yield* live("11 seconds")
        assert.strictEqual(
          (yield* Fiber.join(tries)).took,
          10_000,
          "one after the other, and no wait between them"
        )
      })
  )

  it.effect(
    "are tried in a part of the time: whoever is next waits until the ones before have been within it",
    () =>
      Effect.gen(function* () {
        const passwords = yield* passwordsWith(hasher())
        const tries = yield* start(
          timed(Effect.forEach([1, 2, 3], () => tryAs(passwords, clean), { discard: true }))
        )
        yield* live("2 seconds")
        assert.strictEqual((yield* Fiber.join(tries)).took, 1260)
      })
  )

  it.effect(
    "a right password while fifty wrong ones a second arrive: answered, or sent away, within 3 s; told again as it was told, it is right within a minute",
    () =>
      Effect.gen(function* () {
        const slow = [60, 60, 60, 900] // and every fourth hash has to wait for a processor
        let n = 0
        const passwords = yield* passwordsWith(
          hasher(() => slow[n++ % 4]!),
          750
        )
        for (const from of [clean, doubtful]) {
          const flood = yield* start(
            Effect.forever(
              Effect.andThen(
                Effect.forkChild(Effect.exit(tryAs(passwords, from, "wrong"))),
                Effect.sleep("20 millis")
              )
            )
          )
          yield* live("10 seconds") // what may be done ahead is used up
          const honest = yield* start(
            Effect.gen(function* () {
              let priority: QueuePriority = from,
                tries = 0
              const began = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
              for (;;) {
                const { exit, took } = yield* timed(tryAs(passwords, priority))
                assert.isBelow(took, 3000)
                tries++
                if (Exit.isSuccess(exit)) return { right: exit.value, tries }
                priority = { ...from, firstRefusedAt: began }
                yield* Effect.sleep("3 seconds")
              }
            })
          )
          yield* live("15 seconds")
          assert.deepStrictEqual(yield* Fiber.join(honest), { right: true, tries: 2 }, from.lane)
          yield* Fiber.interrupt(flood)
          yield* live("5 seconds")
        }
      }),
    STORY
  )

  it.effect(
    "whoever has no failures keeps a share of their own, however many others there are, and the other way round",
    () =>
      Effect.gen(function* () {
        for (const [many, few] of [
          [doubtful, clean],
          [clean, doubtful]
        ] as const) {
          const passwords = yield* passwordsWith(hasher())
          const flood = yield* start(
            Effect.forever(
              Effect.andThen(
                Effect.forkChild(Effect.exit(tryAs(passwords, many, "wrong"))),
                Effect.sleep("20 millis")
              )
            )
          )
          yield* live("3 seconds")
          for (let n = 0; n < 5; n++) {
            const one = yield* start(timed(tryAs(passwords, few)))
            yield* live("2 seconds")
            const { exit, took } = yield* Fiber.join(one)
            assert.isTrue(Exit.isSuccess(exit), few.lane)
            assert.isBelow(took, 1300, "at most one turn of the others is before it")
          }
          yield* Fiber.interrupt(flood)
        }
      })
  )

  it.effect("whoever cannot be looked at in two seconds is told at once when to come back", () =>
    Effect.gen(function* () {
      const passwords = yield* passwordsWith(hasher())
      const all = yield* Effect.forEach(Array.from({ length: 40 }), () =>
        start(timed(tryAs(passwords, clean)))
      )
      yield* live("3 seconds")
      const ended = yield* Effect.forEach(all, Fiber.join)
      const crowded = ended.filter(({ exit }) => isCrowded(exit))
      assert.isAtLeast(ended.length - crowded.length, 3)
      assert.isAtLeast(crowded.filter(({ took }) => took === 0).length, 30)
      for (const { took } of crowded) assert.isAtMost(took, 2000)
      yield* passwords.check(null, false)
      const { seconds } = yield* Effect.flip(
        Effect.andThen(
          Effect.forEach(Array.from({ length: 9 }), () => start(tryAs(passwords, clean))),
          tryAs(passwords, clean)
        )
      )
      assert.isAtLeast(seconds, 2)
      assert.isAtMost(seconds, 20)
      // the other lane has room: nobody is refused before it is known by which one they come
      yield* passwords.check(null, false)
      yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => start(Effect.exit(tryAs(passwords, doubtful))))
      assert.strictEqual((yield* Effect.flip(passwords.check(null, false)))._tag, "Overloaded")
      yield* passwords.check(0, false) // who came back as told would be before all of them
      yield* passwords.check(null, true) // and whoever is known waits for none of them
      const known = yield* start(tryAs(passwords, { ...clean, isKnown: true }))
      yield* TestClock.adjust("1 second")
      assert.isTrue(yield* Fiber.join(known))
    })
  )

  it.effect(
    "what takes too long is answered within three seconds; what becomes of it is told, and the turn is over when it is",
    () =>
      Effect.gen(function* () {
        let wall = 5000
        const passwords = yield* passwordsWith(
            hasher(() => wall),
            60_000
          ),
          heard: Array<boolean> = []
        const note = (right: boolean) => Effect.sync(() => void heard.push(right))
        const slow = yield* start(timed(tryAs(passwords, clean, PHC, note)))
        const left = yield* start(tryAs(passwords, clean, "wrong", note))
        yield* live("3 seconds")
        const { exit, took } = yield* Fiber.join(slow)
        assert.isTrue(isCrowded(exit))
        assert.strictEqual(took, 2900)
        assert.isTrue(isCrowded(yield* Fiber.await(left)), "one who waited for their turn was sent away too")
        assert.deepStrictEqual(heard, [])
        wall = 60
        yield* live("2 seconds")
        assert.deepStrictEqual(heard, [true])
        const next = yield* start(tryAs(passwords, clean, PHC, note))
        yield* live("1 second")
        assert.isTrue(yield* Fiber.join(next))
        assert.deepStrictEqual(heard, [true], "who is there hears it, and nobody else")
      })
  )

  it.effect("who leaves before their turn costs nothing", () =>
    Effect.gen(function* () {
      const passwords = yield* passwordsWith(hasher())
      const first = yield* start(tryAs(passwords, clean))
      const others = yield* Effect.forEach([1, 2], () => start(tryAs(passwords, clean)))
      yield* Fiber.interruptAll(others)
      const last = yield* start(timed(tryAs(passwords, clean)))
      yield* live("2 seconds")
      assert.isTrue(yield* Fiber.join(first))
      assert.strictEqual((yield* Fiber.join(last)).took, 660)
    })
  )

  it("are right at whatever cost their hash was made: one of an earlier release opens what it opened", () => {
    const phc = hashPassword("a meadow in the morning mist", { memory: 1024, passes: 2 })
    assert.match(phc, /^\$argon2id\$v=19\$m=1024,t=2,p=1\$/)
    assert.isTrue(verifyPassword("a meadow in the morning mist", phc))
    assert.isFalse(verifyPassword("a meadow", phc))
    const broken = [
      phc.replace("t=2", "t=1"),
      phc.replace("p=1", "p=x"),
      phc.split("$").slice(0, 4).join("$")
    ]
    assert.deepStrictEqual(
      broken.map((other) => verifyPassword("a meadow in the morning mist", other)),
      [false, false, false]
    )
  })

  it.live("are hashed by a process, which says how long it had a processor", () => {
    const said: Array<number> = []
    const heard = <A>(answered: Effect.Effect<HashResponse<A>>) =>
      Effect.tap(answered, ({ processorMs }) => Effect.sync(() => said.push(processorMs)))
    const listened = (its: PasswordHasher): PasswordHasher => ({
      hash: (password) => heard(its.hash(password)),
      verify: (password, phc) => heard(its.verify(password, phc))
    })
    return Effect.gen(function* () {
      const passwords = yield* Passwords
      const phc = yield* passwords.hash("a meadow in the morning mist")
      assert.match(phc, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
      const verified = (password: string, known: string | null) =>
        passwords.inTurn({ ...clean, isKnown: false }, (verify) => verify(password, known), DONE)
      assert.deepStrictEqual(
        [
          yield* verified("a meadow in the morning mist", phc),
          yield* verified("a meadow", phc),
          yield* verified("a meadow", null)
        ],
        [true, false, false]
      )
      const began = performance.now()
      yield* verified("a meadow", null)
      yield* verified("a meadow", null)
      const took = performance.now() - began
      const [before, first] = said.slice(-3) as [number, number, number]
      assert.isAbove(Math.min(...said), 5, "46 MiB are not filled in less")
      assert.isAbove(took, 4 * (before + first), "four times what each cost is rest")
    }).pipe(
      Effect.provide(Passwords.layer),
      Effect.provideService(Hashing, (yields) => Effect.map(passwordHasher(yields), listened)),
      // at the machine's other work, which here is tests, it would wait longer than anybody may
      Effect.provideService(HashingBudget, { share: 0.2, aheadMs: 0, yields: false })
    )
  })
})
