// What an attack on the login costs everybody else: positions stored and judged, and the time from a record
// to its event, with fifty tries at passwords a second and without, in turns. Each try comes from an address
// of its own, so that no wait keeps it from a password hash.
import { Effect } from "effect"
import { latency, quantile, throughput } from "./measures.ts"
import type { Sql } from "./Database.ts"
import type { Line } from "./report.ts"
import type { Sender } from "./Sender.ts"
import type { Server } from "./Server.ts"
import type { Project } from "./setUp.ts"
import { another, Strangers } from "./strangers.ts"

const ROUNDS = 8
/** Tries a second, every other one at an account that is there. */
const TRIES = 50

interface Tried {
  /** by the status of the answer */
  readonly answers: Map<number, number>
  sent: number
  ms: number
}

/** Tries until interrupted; whatever the answers do, the next one comes when it is due. */
const attacking = (server: Server, tried: Tried) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new Strangers(server, 256)),
    (strangers) =>
      Effect.callback<never>(() => {
        const began = performance.now(),
          sentBefore = tried.sent
        const beat = setInterval(() => {
          const due = Math.floor(((performance.now() - began) / 1000) * TRIES) + sentBefore
          while (tried.sent < due) {
            const email = tried.sent++ % 2 === 0 ? "admin@localhost" : `${another("nobody")}@example.org`
            strangers.logIn(email, another("a wrong password")).then(
              ({ status }) => tried.answers.set(status, (tried.answers.get(status) ?? 0) + 1),
              () => undefined
            ) // hung up at the end
          }
        }, 1000 / TRIES)
        return Effect.sync(() => {
          clearInterval(beat)
          tried.ms += performance.now() - began
        })
      }),
    (strangers) => Effect.sync(() => strangers.close())
  )

interface Round {
  readonly full: number
  readonly p99: number
  readonly fixed: number
  readonly delays: ReadonlyArray<number>
  readonly processor: number
}

/**
 * A figure without and with the attack: medians of the rounds, and the median of what each round with it was
 * of its neighbour without.
 */
export interface Pair {
  readonly alone: number
  readonly beside: number
  readonly ratio: number
}

export interface Attacked {
  /** as many positions a second as are taken, until judged */
  readonly full: Pair
  /** positions a second until judged, at a fixed rate */
  readonly fixed: Pair
  /** p99 from a record to its event at that rate, ms */
  readonly p99: Pair
  /** p99 of the events of all rounds, with the attack, of that without; one long pause decides it */
  readonly pooled: number
  /** and of every other round without it, of the other ones: what chance makes of it, 1 or more */
  readonly chance: number
  /** events of the rounds without it */
  readonly events: number
  /** seconds that server and database had a processor at the fixed rate; NaN where the system does not tell */
  readonly processor: Pair
  /** tries a second, and how many of them had a password hash tried */
  readonly tries: number
  readonly hashed: number
}

/** `rate`: positions a second of the fixed load. */
export const attack = (
  server: Server,
  sql: Sql,
  project: Project,
  sender: Sender,
  rate: number,
  seconds: number
): Effect.Effect<Attacked> =>
  Effect.gen(function* () {
    const tried: Tried = { answers: new Map(), sent: 0, ms: 0 }
    const found: { readonly alone: Array<Round>; readonly beside: Array<Round> } = { alone: [], beside: [] }
    const round = (into: Array<Round>) =>
      Effect.gen(function* () {
        const { rate: full } = yield* throughput(server, sql, project, sender, { seconds })
        const { delays, kept, spent } = yield* latency(server, sql, project, sender, rate, seconds)
        into.push({
          full,
          fixed: kept,
          delays,
          p99: quantile(delays, 0.99),
          processor: spent === null ? Number.NaN : spent.server + spent.database
        })
      })
    // one after the other, then the other way round: a machine that becomes slower or faster does so for both
    for (let n = 0; n < ROUNDS; n++) {
      for (const beside of n % 2 === 0 ? [false, true] : [true, false])
        yield* beside ? Effect.raceFirst(round(found.beside), attacking(server, tried)) : round(found.alone)
    }
    const strange = [...tried.answers.keys()].filter((status) => ![401, 429, 503].includes(status))
    if (strange.length > 0)
      return yield* Effect.die(new Error(`the attacked login answered ${strange.join(", ")}`))
    const median = (figures: ReadonlyArray<number>) => quantile(figures, 0.5)
    const pair = (what: Exclude<keyof Round, "delays">): Pair => {
      const alone = found.alone.map((r) => r[what]),
        beside = found.beside.map((r) => r[what])
      return {
        alone: median(alone),
        beside: median(beside),
        ratio: median(beside.map((figure, n) => figure / alone[n]!))
      }
    }
    const pooled = (rounds: ReadonlyArray<Round>) =>
      quantile(
        rounds.flatMap((r) => r.delays),
        0.99
      )
    const alone = pooled(found.alone)
    const halves = [0, 1].map((half) => pooled(found.alone.filter((_, n) => n % 2 === half)))
    return {
      full: pair("full"),
      fixed: pair("fixed"),
      p99: pair("p99"),
      pooled: pooled(found.beside) / alone,
      chance: Math.max(...halves) / Math.min(...halves),
      events: found.alone.reduce((sum, r) => sum + r.delays.length, 0),
      processor: pair("processor"),
      tries: (tried.sent / tried.ms) * 1000,
      hashed: ((tried.answers.get(401) ?? 0) / tried.ms) * 1000
    }
  })

/** The lines of the report. */
export const attackLines = ({
  chance,
  events,
  fixed,
  full,
  hashed,
  p99,
  pooled,
  processor,
  tries
}: Attacked): ReadonlyArray<Line> => [
  {
    key: "attack_full",
    label: "full pipeline over HTTP, median of rounds",
    value: full.alone,
    unit: "positions/s"
  },
  {
    key: "attack_full_beside",
    label: "  with tries at passwords going on",
    value: full.beside,
    unit: "positions/s"
  },
  {
    key: "attack_full_ratio",
    label: "  of it alone",
    value: full.ratio,
    unit: "times",
    digits: 2,
    target: { atLeast: 0.9 }
  },
  {
    key: "attack_fixed_ratio",
    label: "the same at 6,000 positions/s, of it alone",
    value: fixed.ratio,
    unit: "times",
    digits: 2,
    target: { atLeast: 0.9 }
  },
  {
    key: "attack_p99",
    label: "  from record to event, p99, median of rounds",
    value: p99.alone,
    unit: "ms"
  },
  { key: "attack_p99_beside", label: "  with tries at passwords going on", value: p99.beside, unit: "ms" },
  {
    key: "attack_p99_ratio",
    label: "  of it alone",
    value: p99.ratio,
    unit: "times",
    digits: 2,
    target: { below: 1.1 }
  },
  {
    key: "attack_pooled_ratio",
    label: `  p99 of all ${events} events, of it alone`,
    value: pooled,
    unit: "times",
    digits: 2
  },
  {
    key: "attack_chance_ratio",
    label: "  by chance: of every other round alone, of the others",
    value: chance,
    unit: "times",
    digits: 2
  },
  ...(Number.isNaN(processor.alone)
    ? []
    : [
        {
          key: "attack_processor_ratio",
          label: "  processor time of server and database, of it alone",
          value: processor.ratio,
          unit: "times",
          digits: 2
        }
      ]),
  {
    key: "attack_tries",
    label: "  tries at passwords, each from another address",
    value: tries,
    unit: "a second",
    digits: 1,
    target: { atLeast: 49 }
  },
  {
    key: "attack_hashed",
    label: "  of which had a hash tried; the others were told to come back",
    value: hashed,
    unit: "a second",
    digits: 1
  }
]
