// The clock of this thread, which follows the database's: with another one the engine would evaluate records
// under a time that the database does not share. Between two reads of the database time the monotonic clock
// counts, which cannot be set.
import { Clock, type Duration, Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import {
  type ClockAgreement,
  compareClocks,
  CLOCK_REMEDY,
  type ClockFinding
} from "../../domain/system/clocks.ts"

/** MAX_ROUND_TRIP_MS is the longest round trip of a reading: a slower answer says too little about its moment. */
const MAX_ROUND_TRIP_MS = 1000
/** READING_INTERVAL_MS: several roles of a thread read the time; a reading that is younger is enough. */
const READING_INTERVAL_MS = 3000

const machine = Clock.Clock.defaultValue()

/** Rounds to tenths of a second. */
const seconds = (ms: number): number => Math.round(ms / 100) / 10

/**
 * DatabaseClock is a clock that, until it has read the database time, follows the machine's clock as it was
 * at the start.
 */
export class DatabaseClock implements Clock.Clock {
  private known: ClockAgreement = { aheadMs: null, machineMs: 0 }
  private readonly atStart = Date.now() - performance.now()
  private lookedAt = -Infinity

  get isFresh(): boolean {
    return performance.now() - this.lookedAt < READING_INTERVAL_MS
  }

  /** How far the machine's clock is ahead of the database's, by the last reading. */
  get machineAheadSeconds(): number {
    return seconds(this.known.machineMs)
  }

  /** Takes a reading: the database's time, and how long the query took. Returns what is new about it. */
  hear(database: number, tookMs: number): ReadonlyArray<ClockFinding> {
    if (tookMs > MAX_ROUND_TRIP_MS) return []
    const [known, news] = compareClocks(this.known, {
      database: database + tookMs / 2,
      machine: Date.now(),
      steady: performance.now()
    })
    this.known = known
    this.lookedAt = performance.now()
    return news
  }

  currentTimeMillisUnsafe(): number {
    return Math.floor(performance.now() + (this.known.aheadMs ?? this.atStart))
  }
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  currentTimeNanosUnsafe(): bigint {
    return BigInt(Math.floor((performance.now() + (this.known.aheadMs ?? this.atStart)) * 1e6))
  }
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanosUnsafe = () => machine.monotonicTimeNanosUnsafe()
  readonly monotonicTimeNanos = machine.monotonicTimeNanos
  readonly sleep = (duration: Duration.Duration) => machine.sleep(duration)
}

const tell = (news: ClockFinding) => {
  switch (news._tag) {
    case "MachineDiffers":
      return Effect.logWarning("this machine's clock is not the database's", {
        ahead_seconds: seconds(news.aheadMs),
        remedy: CLOCK_REMEDY
      })
    case "MachineAgrees":
      return Effect.logInfo("this machine's clock agrees with the database's again")
    case "DatabaseSet":
      return Effect.logWarning("the database's clock was set, and the service goes by it", {
        by_seconds: seconds(news.byMs),
        remedy:
          "Nothing, if it is right now (a machine that slept is set too). Otherwise let it keep time " +
          "by NTP (timedatectl set-ntp true)."
      })
  }
}

/**
 * Reads the database's clock and logs what is new about it. Does nothing where another clock is in force, as
 * in a test.
 */
export const followDatabaseTime = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const clock = yield* Clock.Clock
  if (!(clock instanceof DatabaseClock) || clock.isFresh) return
  const askedAt = performance.now()
  const [row] = yield* sql<{
    now: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
  yield* Effect.forEach(clock.hear(row!.now, performance.now() - askedAt), tell, { discard: true })
})
