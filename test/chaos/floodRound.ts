// One round of a flood: one project sends more than a commit holds, another goes on beside it, some of the
// flooding rules are archived on the way, and the service is killed again and again while the flood is
// judged; in the end everything is there, every event once, and no lane is left.
import { Effect, Fiber } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Client, makeClient } from "../journeys/client.ts"
import { type Service, type ServiceFailed } from "../support/processes/service.ts"
import { freePort } from "../support/machine.ts"
import { chance } from "./chance.ts"
import { emptyHistory, type History, insist, sendAll } from "./customer.ts"
import { type Field, type FieldSize, prepareField, promisesOf } from "./field.ts"
import { type Flood, floodPromises, type FloodSize, prepareFlood } from "./floodField.ts"
import { awaitQuietFor, checkInvariants, openLanes, type Violation } from "./invariants.ts"
import type { Lab } from "./lab.ts"

export interface FloodRound {
  readonly flood: FloodSize
  readonly beside: FieldSize
  /** how long the other project takes to send what it has, about, seconds */
  readonly besideSeconds: number
  readonly kills: number
}

/** As `npm run chaos` plays it. */
export const wholeFlood: FloodRound = {
  flood: { rules: 150, animals: 3, fixes: 200 },
  beside: { animals: 15, fixes: 160 },
  besideSeconds: 40,
  kills: 12
}

/** What a kill left behind. */
interface Left {
  /** share of the flood's events that were stored */
  readonly stored: number
  readonly lanes: number
  /** a third of the rules was archived, or about to be */
  readonly archived: boolean
}

export interface FloodReport {
  readonly seed: number
  readonly lab: Lab["name"]
  readonly left: ReadonlyArray<Left>
  /** of the flood, and of the project beside it */
  readonly events: readonly [flood: number, beside: number]
  readonly repeated: number
  readonly violations: ReadonlyArray<Violation>
  readonly seconds: number
}

/** How long the flood may take between two kills, and after the last. */
const PATIENCE_SECONDS = 60

const storedOf = ({ herd }: Flood) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* Effect.orDie(
      sql<{ n: number }>`select count(*)::float8 as n from events where project_id = ${herd.projectId}::uuid`
    )
    return row!.n
  })

/** Waits until so many events of the flood are there, or there is nothing more to come. */
const awaitStored = (flood: Flood, events: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const patience = Date.now() + PATIENCE_SECONDS * 1000
    while (Date.now() < patience && (yield* storedOf(flood)) < events) {
      const [log] = yield* Effect.orDie(sql<{ unread: boolean }>`
      select exists (select from observation_log l join partition_cursor c using (partition)
        where l.id > c.position) as unread`)
      if (events > 0 && !log!.unread && (yield* openLanes) === 0 && (yield* storedOf(flood)) > 0) return
      yield* Effect.sleep("15 millis")
    }
  })

/**
 * Looks at what a kill left, and removes the heartbeat of the dead process, as its limit of five seconds
 * would: no engine runs here.
 */
const lookAfter = (flood: Flood, archived: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.orDie(sql`delete from cluster_runners`)
    return {
      stored: (yield* storedOf(flood)) / flood.total,
      lanes: yield* openLanes,
      archived
    } satisfies Left
  })

/** Archives a third of the rules, each until that is acknowledged; which they are. */
const archiveSome = Effect.fnUntraced(function* (client: Client, { herd, rules }: Flood, history: History) {
  const some = rules.filter((_, i) => i % 3 === 1).map((rule) => rule.id)
  yield* Effect.forEach(
    some,
    (id) =>
      Effect.map(
        insist(history, client.ask("DELETE", `/projects/${herd.projectId}/rules/${id}`)),
        // gone: the answer to the request before was lost
        ({ status }) => {
          if (status !== 204 && status !== 404) history.complaints.push(`archiving a rule: ${status}`)
        }
      ),
    { concurrency: 4 }
  )
  return some
})

/**
 * Kills the service when shares of the flood are stored, drawn from all of it in order; gives the one alive
 * in the end.
 */
const torment = Effect.fnUntraced(function* (
  lab: Lab,
  first: Service,
  flood: Flood,
  kills: number,
  draw: () => number,
  archive: Effect.Effect<unknown>
) {
  const left: Array<Left> = [],
    half = Math.floor(kills / 2)
  let alive = first,
    archiving: Fiber.Fiber<unknown> | null = null
  for (let kill = 0; kill < kills; kill++) {
    if (kill === half) archiving = yield* Effect.forkChild(archive)
    // the first strikes whatever is done with the request; once a third of the rules is archived, a third of
    // the rest will not come
    const share = (kill - 1 + draw()) / (kills - 1)
    if (kill > 0)
      yield* lab.look(awaitStored(flood, flood.total * Math.min(share, 0.5 + ((share - 0.5) * 2) / 3)))
    yield* Effect.sleep(draw() * (kill === 0 ? 400 : 120))
    yield* lab.kill(alive)
    left.push(yield* lab.look(lookAfter(flood, kill >= half)))
    alive = yield* lab.start(first.port)
  }
  if (archiving !== null) yield* Fiber.join(archiving)
  return { alive, left }
})

/** Sends what each device of the other project has to say, with pauses. */
const goOn = (client: Client, field: Field, history: History, seconds: number, seed: number) =>
  Effect.forEach(
    field.senders,
    (batches, i) => {
      const draw = chance(seed + i),
        pause = (2 * seconds * 1000) / batches.length
      return Effect.forEach(batches, (batch) =>
        Effect.andThen(sendAll(client, field.herd, [batch], history, draw), Effect.sleep(draw() * pause))
      )
    },
    { concurrency: "unbounded", discard: true }
  )

/** Plays the round of a seed. */
export const playFlood = (
  lab: Lab,
  seed: number,
  round: FloodRound
): Effect.Effect<FloodReport, ServiceFailed> =>
  Effect.gen(function* () {
    const began = performance.now(),
      draw = chance(seed)
    const first = yield* lab.start(yield* freePort)
    const client = makeClient(first),
      saidBefore = first.output().length
    const flood = yield* prepareFlood(client, seed, round.flood)
    const field = yield* prepareField(client, seed, draw, round.beside)
    const flooding = emptyHistory(),
      beside = emptyHistory(),
      archiving = emptyHistory()
    let archived: ReadonlyArray<string> = []
    const archive = Effect.map(archiveSome(client, flood, archiving), (some) => {
      archived = some
    })

    const [{ alive, left }] = yield* Effect.all(
      [
        Effect.flatMap(
          Effect.sync(() => chance(seed + 1)),
          (draw) => torment(lab, first, flood, round.kills, draw, archive)
        ),
        sendAll(client, flood.herd, [flood.batch], flooding, chance(seed + 2)),
        goOn(client, field, beside, round.besideSeconds, seed + 3)
      ],
      { concurrency: "unbounded" }
    )

    const { events, found } = yield* lab.look(
      Effect.gen(function* () {
        yield* awaitQuietFor(2 * PATIENCE_SECONDS)
        const promised = yield* floodPromises(flood, flooding, archived),
          promisedBeside = promisesOf(field, beside)
        const found = [...(yield* checkInvariants(promised)), ...(yield* checkInvariants(promisedBeside))]
        return { found, events: [promised.events.length, promisedBeside.events.length] as const }
      })
    )
    const { code } = yield* alive.stop
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
      left,
      events,
      repeated: flooding.repeated + beside.repeated,
      violations: [
        ...found,
        ...complain(
          "a good request is taken, at the latest when it is repeated",
          [flooding, beside, archiving].flatMap((h) => h.complaints)
        ),
        ...complain("the rules that were to be archived are", archived.length > 0 ? [] : ["none was"]),
        ...complain("nothing is logged as an error", errors),
        ...complain(
          "the service leaves in order when it is asked to",
          code === 0 ? [] : [`exit code ${code}`]
        )
      ],
      seconds: (performance.now() - began) / 1000
    }
  }).pipe(Effect.scoped)

const percent = (share: number) => `${Math.round(share * 100)} %`

/** How many kills met which place of the flood. */
export const describeLeft = (left: ReadonlyArray<Left>): string => {
  const inLane = left.filter((l) => l.lanes > 0),
    shares = inLane.map((l) => l.stored)
  const among =
    inLane.length === 0
      ? ""
      : ` (${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} of the flood stored)`
  return [
    `${left.length} kills`,
    `${left.filter((l) => l.lanes === 0 && l.stored === 0).length} before any commit`,
    `${inLane.length} with a lane open${among}`,
    `${inLane.filter((l) => l.archived).length} of these with rules archived`,
    `${left.filter((l) => l.lanes === 0 && l.stored > 0).length} without a lane after commits`
  ].join(", ")
}

/** A report in two lines, and what was broken below them. */
export const describeFlood = (r: FloodReport): string =>
  [
    `seed ${r.seed}  ${r.lab.padEnd(10)}  ${r.events[0]} events of the flood, ${r.events[1]} beside ` +
      `it, ${r.repeated} requests repeated  ` +
      `${r.violations.length === 0 ? "all well" : `${r.violations.length} VIOLATIONS`} ` +
      ` ${r.seconds.toFixed(1)} s`,
    `    ${describeLeft(r.left)}`,
    ...r.violations.map((v) => `    ${v.invariant}: ${v.rows}, such as ${v.examples}`)
  ].join("\n")
