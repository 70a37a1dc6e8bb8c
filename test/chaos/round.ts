// One round: a customer sends tracks, the service is killed at moments drawn from the seed and started again,
// the customer resumes; in the end everything promised is there, every event once, and the database in one
// piece.
import { Effect, Fiber } from "effect"
import { type Made, makeClient } from "../journeys/client.ts"
import { type Service, type ServiceFailed } from "../support/processes/service.ts"
import { freePort } from "../support/machine.ts"
import { chance } from "./chance.ts"
import { emptyHistory, handleAlerts, type History, sendAll } from "./customer.ts"
import { type FieldSize, prepareField, promisesOf } from "./field.ts"
import { awaitQuiet, checkInvariants, type Violation } from "./invariants.ts"
import type { Lab } from "./lab.ts"

export interface Report {
  readonly seed: number
  readonly lab: Lab["name"]
  /** deaths of a service that was ready, and of one that was still starting */
  readonly kills: number
  readonly killsAtStart: number
  readonly fixes: number
  readonly requests: number
  readonly repeated: number
  readonly events: number
  readonly handled: number
  readonly violations: ReadonlyArray<Violation>
  readonly seconds: number
}

/**
 * Kills the service at moments of the seed, each some milliseconds after so many fixes are acknowledged;
 * gives the one alive in the end.
 */
const torment = Effect.fnUntraced(function* (
  lab: Lab,
  first: Service,
  history: History,
  total: number,
  draw: () => number
) {
  const moments = Array.from({ length: 1 + Math.floor(draw() * 3) }, () => draw() * 0.95 * total).toSorted(
    (a, b) => a - b
  )
  let alive = first,
    killsAtStart = 0
  for (const moment of moments) {
    while (history.acknowledged.length < moment) yield* Effect.sleep("2 millis")
    yield* Effect.sleep(draw() * 80)
    yield* lab.kill(alive)
    while (draw() < 0.25) {
      const stillborn = yield* lab.launch(first.port)
      yield* Effect.sleep(draw() * 900)
      yield* lab.kill(stillborn)
      killsAtStart++
    }
    alive = yield* lab.start(first.port)
  }
  return { alive, kills: moments.length, killsAtStart }
})

/**
 * Plays the round of a seed. The moments of death follow from the seed; what the service was doing then does
 * not.
 */
export const playRound = (lab: Lab, seed: number, size?: FieldSize): Effect.Effect<Report, ServiceFailed> =>
  Effect.gen(function* () {
    const began = performance.now()
    const draw = chance(seed)
    const first = yield* lab.start(yield* freePort)
    const client = makeClient(first),
      saidBefore = first.output().length
    const field = yield* prepareField(client, seed, draw, size)
    const history = emptyHistory()
    const total = field.tracks.reduce((sum, t) => sum + t.fixes.length, 0)

    const person = yield* Effect.forkChild(handleAlerts(client, field.herd, history))
    const devices = Effect.forEach(
      field.senders,
      (batches, i) => sendAll(client, field.herd, batches, history, chance(seed + 2 + i)),
      { concurrency: "unbounded", discard: true }
    )
    const [{ alive, kills, killsAtStart }] = yield* Effect.all(
      [torment(lab, first, history, total, chance(seed + 1)), devices],
      { concurrency: "unbounded" }
    )
    yield* Fiber.interrupt(person)

    const promises = promisesOf(field, history)
    const violations = yield* lab.look(Effect.andThen(awaitQuiet, checkInvariants(promises)))
    const told = yield* client.all<Made>(`/projects/${field.herd.projectId}/events`)
    const { code } = yield* alive.stop
    const clean = yield* lab.isClean
    const errors = alive
      .output()
      .slice(saidBefore)
      .split("\n")
      .filter((line) => line.includes('"level":"error"'))
    const complain = (invariant: string, examples: ReadonlyArray<string>): ReadonlyArray<Violation> =>
      examples.length === 0
        ? []
        : [{ invariant, rows: examples.length, examples: examples.slice(0, 3).join("; ") }]
    return {
      seed,
      lab: lab.name,
      kills,
      killsAtStart,
      fixes: total,
      requests: history.requests,
      repeated: history.repeated,
      events: promises.events.length,
      handled: history.handled.size,
      violations: [
        ...violations,
        ...complain("a good request is taken, at the latest when it is repeated", history.complaints),
        ...complain("nothing is logged as an error", errors),
        ...complain(
          "the API lists every event once",
          told.length === promises.events.length && new Set(told.map((e) => e.id)).size === told.length
            ? []
            : [`${told.length} instead of ${promises.events.length}`]
        ),
        ...complain(
          "the service leaves in order when it is asked to",
          code === 0 && clean ? [] : [`exit code ${code}, ${clean ? "nothing" : "something"} left`]
        )
      ],
      seconds: (performance.now() - began) / 1000
    }
  }).pipe(Effect.scoped)

/** A report in one line, and what was broken below it. */
export const describeReport = (r: Report): string =>
  [
    `seed ${r.seed}  ${r.lab.padEnd(10)}  ${r.kills} ` +
      `kills${r.killsAtStart > 0 ? ` and ${r.killsAtStart} at start` : ""}  ${r.fixes} fixes ` +
      `in ${r.requests} requests (${r.repeated} repeated)  ${r.events} events  ${r.handled} alerts ` +
      `handled  ${r.violations.length === 0 ? "all well" : `${r.violations.length} VIOLATIONS`} ` +
      ` ${r.seconds.toFixed(1)} s`,
    ...r.violations.map((v) => `    ${v.invariant}: ${v.rows}, such as ${v.examples}`)
  ].join("\n")
