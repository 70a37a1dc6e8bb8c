// The fault table: each thing that goes wrong under the service, how it is made to, and how it is made good again.
import { Effect } from "effect"
import type { Database } from "./Database.ts"
import type { Proxy } from "./Proxy.ts"

export interface Under {
  readonly database: Database
  readonly proxy: Proxy
}

export interface Fault {
  readonly what: string
  /** Breaks it, waits, and makes it good. null: it cannot be done on this machine. */
  readonly strike: (under: Under) => Effect.Effect<void> | null
}

const restart = ({ database, proxy }: Under) => Effect.andThen(database.start, Effect.sync(() => { proxy.upstream = database.port() }))
const weather = (kind: "slow" | "silent" | "cut", seconds: number): Fault["strike"] => ({ proxy }) => Effect.gen(function*() {
  proxy.become(kind)
  yield* Effect.sleep(seconds * 1000)
  proxy.become("open")
})

export const faults: ReadonlyArray<Fault> = [
  { what: "database stopped for 4 s", strike: (under) => Effect.andThen(Effect.andThen(under.database.stop, Effect.sleep("4 seconds")), restart(under)) },
  { what: "database killed, back after 4 s", strike: (under) => Effect.andThen(Effect.andThen(under.database.kill, Effect.sleep("4 seconds")), restart(under)) },
  { what: "database frozen for 14 s", strike: ({ database }) => Effect.andThen(Effect.andThen(database.freeze, Effect.sleep("14 seconds")), database.thaw) },
  { what: "disk of the database full for 6 s", strike: ({ database }) => database.fill === null ? null : Effect.andThen(Effect.andThen(database.fill, Effect.sleep("6 seconds")), database.empty) },
  { what: "all connections taken for 6 s", strike: ({ database }) => database.crowd(6000) },
  { what: "network cut for 5 s", strike: weather("cut", 5) },
  { what: "network silent for 14 s", strike: weather("silent", 14) },
  { what: "network slow (100 ms a piece) for 8 s", strike: weather("slow", 8) }
]
