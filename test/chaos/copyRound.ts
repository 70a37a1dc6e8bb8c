// A service that is killed while it copies a delivery: in the midst of the rows, before the end of the COPY, or
// between its release and the commit. Nothing of the delivery may be there, and all of it once when it is repeated.
import { Deferred, Effect, Fiber, Redacted, type Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeClient } from "../journeys/client.ts"
import { addCollar, type Fix, makeHerd, send } from "../journeys/herd.ts"
import { freePort, temporaryDirectory } from "../support/machine.ts"
import { type ServiceFailed, startService } from "../support/processes/service.ts"
import { chance } from "./chance.ts"
import { emptyHistory, insist } from "./customer.ts"
import { makeDatabase } from "./Database.ts"
import { awaitQuiet, checkDatabase } from "./invariants.ts"
import { looking } from "./lab.ts"
import { Proxy } from "./Proxy.ts"

export interface CopyReport {
  readonly seed: number
  readonly kills: number
  readonly fixes: number
  readonly violations: ReadonlyArray<string>
  readonly seconds: number
}

const COLLARS = 20
const FIXES_OF_EACH = 15
const MINUTE = 60_000

/** The fixes of the collars in a span of their own: more than are inserted row by row. */
const deliveryOf = (n: number): ReadonlyArray<Fix> =>
  Array.from({ length: COLLARS * FIXES_OF_EACH }, (_, i) => ({
    device: `collar ${i % COLLARS}`,
    time: new Date(
      Date.UTC(2026, 4, 1) + (n * FIXES_OF_EACH + Math.floor(i / COLLARS)) * MINUTE
    ).toISOString(),
    lon: 20 + i / 1000,
    lat: -30
  }))

/** Kills a service so many times while it copies, each time in another delivery, at a moment of the seed. */
export const killWhileCopying = (
  kills: number,
  seed: number
): Effect.Effect<CopyReport, ServiceFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const began = performance.now(),
      draw = chance(seed)
    const database = yield* makeDatabase,
      proxy = yield* Proxy.open(database.port())
    const url = new URL(Redacted.value(database.url()))
    url.port = String(proxy.port)
    url.searchParams.delete("host") // its socket would lead past the proxy
    const directory = yield* temporaryDirectory,
      port = yield* freePort
    const start = startService({ directory, databaseUrl: url.href, port, analyses: false })
    let service = yield* start
    const client = makeClient(service),
      herd = yield* makeHerd(client, `copies-${seed}`)
    for (let i = 0; i < COLLARS; i++) yield* addCollar(client, herd, `collar ${i}`)

    const violations: Array<string> = []
    for (let n = 0; n < kills; n++) {
      const struck = yield* Deferred.make<void>()
      const delivery = deliveryOf(n),
        // past the last byte in a quarter of the cases
        share = Math.min(1, draw() * 1.33)
      proxy.trap = {
        text: "copy positions (",
        share,
        strike: () => Deferred.doneUnsafe(struck, Effect.void)
      }
      const sending = yield* Effect.forkChild(insist(emptyHistory(), send(client, herd, delivery)))
      yield* Deferred.await(struck)
      yield* service.kill
      service = yield* start
      const { body, status } = yield* Fiber.join(sending)
      // a commit would be known: as many duplicates
      if (status !== 202 || body.accepted !== delivery.length)
        violations.push(
          `delivery ${n}, cut at ${share.toFixed(3)}: ${status} ${JSON.stringify(body).slice(0, 300)}`
        )
    }
    const look = looking(database.url())
    const inDatabase = yield* look(
      Effect.gen(function* () {
        yield* awaitQuiet
        const sql = yield* SqlClient.SqlClient
        const [stored] = yield* Effect.orDie(
          sql<{ rows: number; keys: number }>`
            select count(*)::int4 as rows, count(distinct (device_id, original_time))::int4 as keys
            from positions`
        )
        return { stored: stored!, broken: yield* checkDatabase }
      })
    )
    const fixes = kills * COLLARS * FIXES_OF_EACH
    const { keys, rows } = inDatabase.stored
    if (rows !== fixes || keys !== fixes) violations.push(`${rows} rows of ${keys} fixes instead of ${fixes}`)
    for (const { examples, invariant } of inDatabase.broken) violations.push(`${invariant}: ${examples}`)
    yield* service.stop
    return { seed, kills, fixes, violations, seconds: (performance.now() - began) / 1000 }
  })

/** A report in one line, and what was broken below it. */
export const describeCopies = ({ fixes, kills, seconds, seed, violations }: CopyReport): string =>
  [
    `seed ${seed}  ${kills} kills while copying  ${fixes} fixes  ` +
      `${violations.length === 0 ? "nothing lost, nothing doubled" : `${violations.length} VIOLATIONS`}  ` +
      `${seconds.toFixed(1)} s`,
    ...violations.map((violation) => `    ${violation}`)
  ].join("\n")
