// The fault table: each thing that goes wrong under the service, how it is made to, and how it is made good
// again.
import { Effect } from "effect"
import type { Clock } from "./Clock.ts"
import type { Database } from "./Database.ts"
import type { Proxy } from "./Proxy.ts"

export interface Under {
  readonly database: Database
  readonly proxy: Proxy
  readonly clock: Clock
}

export interface Fault {
  readonly what: string
  /** Breaks it, waits, and makes it good. null: it cannot be done on this machine. */
  readonly strike: (under: Under) => Effect.Effect<void> | null
  /** what the log has to say meanwhile; absent: it may say nothing, such as of a network that is only slow */
  readonly says?: string
}

const restart = ({ database, proxy }: Under) =>
  Effect.andThen(
    database.start,
    Effect.sync(() => {
      proxy.upstream = database.port()
    })
  )
const weather =
  (kind: "slow" | "silent" | "cut", seconds: number): Fault["strike"] =>
  ({ proxy }) =>
    Effect.gen(function* () {
      proxy.become(kind)
      yield* Effect.sleep(seconds * 1000)
      proxy.become("open")
    })

/** The clock is set, and set right again. */
const clockSet =
  (aheadSeconds: number, seconds: number): Fault["strike"] =>
  ({ clock }) =>
    Effect.gen(function* () {
      clock.set(aheadSeconds)
      yield* Effect.sleep(seconds * 1000)
      clock.set(0)
      yield* Effect.sleep("6 seconds") // until it is noticed
    })
const HOUR = 3600
const SET = "this machine's clock is not the database's"

export const faults: ReadonlyArray<Fault> = [
  {
    what: "database stopped for 4 s",
    strike: (under) =>
      Effect.andThen(Effect.andThen(under.database.stop, Effect.sleep("4 seconds")), restart(under))
  },
  {
    what: "database killed, back after 4 s",
    strike: (under) =>
      Effect.andThen(Effect.andThen(under.database.kill, Effect.sleep("4 seconds")), restart(under))
  },
  {
    what: "database frozen for 14 s",
    strike: ({ database }) =>
      Effect.andThen(Effect.andThen(database.freeze, Effect.sleep("14 seconds")), database.thaw)
  },
  {
    what: "disk of the database full for 6 s",
    strike: ({ database }) =>
      database.fill === null
        ? null
        : Effect.andThen(Effect.andThen(database.fill, Effect.sleep("6 seconds")), database.empty)
  },
  { what: "all connections taken for 6 s", strike: ({ database }) => database.crowd(6000) },
  { what: "network cut for 5 s", strike: weather("cut", 5) },
  { what: "network silent for 14 s", strike: weather("silent", 14) },
  { what: "network slow (100 ms a piece) for 8 s", strike: weather("slow", 8) },
  { what: "clock an hour ahead for 12 s", strike: clockSet(HOUR, 12), says: SET },
  { what: "clock a day back for 12 s", strike: clockSet(-24 * HOUR, 12), says: SET }
]
