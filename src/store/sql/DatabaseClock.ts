// The time of this thread is the database's: by another it would judge what it stores under this one. Between
// two looks at the database time goes on by the monotonic clock, which nobody can set.
import { Clock, type Duration, Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type Agreement, agree, CLOCK_REMEDY, type ClockNews } from "../../domain/system/clocks.ts"

/** An answer that took longer says too little about the moment it was made in. */
const PATIENCE_MS = 1000
/** Several roles of a thread look; one of them is enough. */
const FRESH_MS = 3000

const machine = Clock.Clock.defaultValue()

/** To a tenth. */
const seconds = (ms: number): number => Math.round(ms / 100) / 10

/** Until it has met the database it goes by the machine's clock as it was at the start. */
export class DatabaseClock implements Clock.Clock {
  private known: Agreement = { aheadMs: null, machineMs: 0 }
  private readonly atStart = Date.now() - performance.now()
  private lookedAt = -Infinity

  get isFresh(): boolean {
    return performance.now() - this.lookedAt < FRESH_MS
  }

  /** How far the machine's clock is ahead of the database's, as it was last told. */
  get machineAheadSeconds(): number {
    return seconds(this.known.machineMs)
  }

  /** The database said its time; the question took so long. */
  hear(database: number, tookMs: number): ReadonlyArray<ClockNews> {
    if (tookMs > PATIENCE_MS) return []
    const [known, news] = agree(this.known, {
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

const tell = (news: ClockNews) => {
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
 * Looks at the database's clock and says in the log what is new about it. Where another clock is in force, as
 * in a test, that one counts.
 */
export const keepTime = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const clock = yield* Clock.Clock
  if (!(clock instanceof DatabaseClock) || clock.isFresh) return
  const asked = performance.now()
  const [row] = yield* sql<{
    now: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
  yield* Effect.forEach(clock.hear(row!.now, performance.now() - asked), tell, { discard: true })
})
