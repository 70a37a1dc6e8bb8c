// A clock that a test moves by hand: who sleeps by it goes on when it is set, before `set` comes back.
import { Clock, Context, Duration, Effect, Scope } from "effect"
import { DEFAULT_TIMER_LIMITS, type TimerLimits } from "../../../src/engine/live/TimerWindow.ts"
import { RuleActors } from "../../../src/engine/live/RuleActors.ts"

interface Sleeper {
  readonly until: number
  readonly resume: () => void
}

export class HandClock implements Clock.Clock {
  private moment: number
  private steady: number
  private sleepers: Array<Sleeper> = []
  readonly currentTimeMillis = Effect.sync(() => this.moment)
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  constructor(moment: number) {
    this.moment = moment
    this.steady = moment
  }

  /** How many sleep by it. */
  get sleeping(): number {
    return this.sleepers.length
  }

  currentTimeMillisUnsafe(): number {
    return this.moment
  }

  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.moment) * 1_000_000n
  }

  monotonicTimeNanosUnsafe(): bigint {
    return BigInt(this.steady) * 1_000_000n
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const sleeper = {
        until: this.steady + Duration.toMillis(duration),
        resume: () => resume(Effect.void)
      }
      this.sleepers.push(sleeper)
      return Effect.sync(() => {
        this.sleepers = this.sleepers.filter((s) => s !== sleeper)
      })
    })
  }

  /** Time passes up to a moment. */
  set(moment: number): void {
    this.steady += moment - this.moment
    this.moment = moment
    const due = this.sleepers.filter((s) => s.until <= this.steady).sort((a, b) => a.until - b.until)
    this.sleepers = this.sleepers.filter((s) => s.until > this.steady)
    for (const { resume } of due) resume()
  }

  /** Somebody sets the clock, and no time passes. */
  leap(moment: number): void {
    this.moment = moment
  }
}

/** Rule actors that go by a clock of their own; closed by nobody. */
export const ruleActorsBy = (
  clock: HandClock,
  bound: TimerLimits = DEFAULT_TIMER_LIMITS,
  scope: Scope.Scope = Scope.makeUnsafe()
): RuleActors => {
  const actors = new RuleActors(scope, Context.make(Clock.Clock, clock), clock, bound)
  // as an engine that has read all rows
  actors.load({ after: -Infinity, until: Infinity, most: 1 }, [])
  return actors
}
