// Timers of rule actors: one fiber for a rule and a subject with a deadline, which holds the firing state,
// sleeps until the deadline and then queues it to be evaluated. It evaluates and writes nothing. An actor without a
// deadline is a plain value and has no fiber; a deadline beyond the timer window is a row until it comes
// near.
//
// Scopes nest: the engine's, a partition's, a rule's, and in it a fiber for each subject. Closing a scope
// cancels the timers in it.
import { Clock, type Context, Effect, Exit, FiberMap, Latch, Option, Scope } from "effect"
import { PARTITIONS } from "../../domain/intake/LogEntry.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import { type Deadline, DueActors } from "./DueActors.ts"
import { type TimerRange, type TimerLimits, TimerWindow } from "./TimerWindow.ts"

/** RETRY_DELAY_MS is how long a woken actor that has to wait sleeps before it is queued again. */
const RETRY_DELAY_MS = 1000

/**
 * PendingTimer is a scheduled deadline with the firing state it holds; null: the state is only in the
 * database.
 */
export interface PendingTimer extends Deadline {
  state: RuleState | null
}

/** RuleScope holds the timers of one rule in one partition, by key of the subject. */
interface RuleScope {
  readonly projectId: string
  readonly scope: Scope.Closeable
  readonly fibers: FiberMap.FiberMap<string>
  readonly timers: Map<string, PendingTimer>
}

interface PartitionScope {
  readonly scope: Scope.Closeable
  /** by id of the rule */
  readonly rules: Map<string, RuleScope>
}

/** Makes the timers of an engine in its scope; they are cancelled with it. */
export const makeRuleActors = (bound: TimerLimits) =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) =>
    Effect.flatMap(Clock.Clock, (clock) =>
      Effect.map(Effect.scope, (scope) => new RuleActors(scope, context, clock, bound))
    )
  )

/** RuleActors holds the timers of all rule actors and the deadlines that have come. */
export class RuleActors {
  readonly due = new DueActors()
  /** opens when a timer fires */
  readonly woken = Latch.makeUnsafe()
  private readonly context: Context.Context<never>
  private readonly clock: Clock.Clock
  private readonly window: TimerWindow
  private readonly partitions: ReadonlyArray<PartitionScope>
  private fibers = 0
  /** how far the wall clock is ahead of the monotonic one that fibers sleep by, ms */
  private clockOffset: number

  constructor(engine: Scope.Scope, context: Context.Context<never>, clock: Clock.Clock, bound: TimerLimits) {
    this.context = context
    this.clock = clock
    this.window = new TimerWindow(bound)
    this.clockOffset = this.currentClockOffset
    this.partitions = Array.from({ length: PARTITIONS }, () => ({
      scope: Scope.forkUnsafe(engine),
      rules: new Map()
    }))
  }

  /** Returns the number of timers and of deadlines that wait to be evaluated. */
  get size(): number {
    return this.fibers + this.due.size
  }

  /** Returns the projects that have a timer. */
  get projects(): ReadonlySet<string> {
    const projects = new Set<string>()
    for (const { rules } of this.partitions)
      for (const { projectId, timers } of rules.values()) if (timers.size > 0) projects.add(projectId)
    return projects
  }

  /** Returns the timer of a rule and a subject; undefined: it has none. */
  timerOf(partition: number, ruleId: string, key: string): PendingTimer | undefined {
    return this.partitions[partition]!.rules.get(ruleId)?.timers.get(key)
  }

  /** Sets the timer of an actor, in place of the one it has; beyond the timer window it stays a row. */
  schedule(next: PendingTimer): void {
    const { at, key, partition, ruleId } = next
    const known = this.timerOf(partition, ruleId, key)
    if (known?.at === at) known.state = next.state
    else if (this.window.isBeyond(at)) this.cancel(partition, ruleId, key)
    else this.sleepUntil(next, at)
  }

  /** Queues a woken actor again after RETRY_DELAY_MS; its row keeps the true deadline. */
  retry(next: PendingTimer, now: number): void {
    this.sleepUntil(next, now + RETRY_DELAY_MS)
  }

  private sleepUntil(next: PendingTimer, moment: number): void {
    this.cancel(next.partition, next.ruleId, next.key)
    const now = this.clock.currentTimeMillisUnsafe()
    if (moment <= now) return this.wake(next)
    this.fibers++
    this.sleep(this.ruleScope(next), next, moment - now)
    this.shrink()
  }

  /** Cancels the timer of an actor. */
  cancel(partition: number, ruleId: string, key: string): void {
    const rule = this.partitions[partition]!.rules.get(ruleId)
    if (rule?.timers.delete(key) !== true) return
    this.fibers--
    interrupt(rule, key)
  }

  private sleep(rule: RuleScope, timer: PendingTimer, ms: number): void {
    const { fibers, timers: own } = rule,
      { key } = timer
    own.set(key, timer)
    // a fiber that only sleeps, with an observer for what follows: a tenth less memory
    const fiber = Effect.runForkWith(this.context)(Effect.sleep(ms))
    fiber.addObserver((exit) => {
      if (Exit.isFailure(exit) || own.get(key) !== timer) return
      own.delete(key)
      this.fibers--
      this.wake(timer)
    })
    FiberMap.setUnsafe(fibers, key, fiber)
  }

  private wake(deadline: Deadline): void {
    this.due.add(deadline)
    this.woken.openUnsafe()
  }

  private ruleScope({ partition, ruleId, subject: { projectId } }: Deadline): RuleScope {
    const { rules, scope: parent } = this.partitions[partition]!
    let rule = rules.get(ruleId)
    if (rule === undefined) {
      const scope = Scope.forkUnsafe(parent),
        fibers = Effect.runSync(Scope.provide(FiberMap.make<string>(), scope))
      rules.set(ruleId, (rule = { projectId, scope, fibers, timers: new Map() }))
    }
    return rule
  }

  /** Cancels the timers of rules that are disabled or begin blank. */
  closeRules(projectId: string, isGone: (ruleId: string) => boolean): void {
    for (const { rules } of this.partitions)
      for (const [ruleId, rule] of rules) {
        if (rule.projectId !== projectId || !isGone(ruleId)) continue
        rules.delete(ruleId)
        this.forget(rule)
        this.close(rule.scope)
      }
    this.due.drop(projectId, ({ ruleId }) => isGone(ruleId))
  }

  /** Cancels the timers of a deleted subject. */
  closeSubject(projectId: string, partition: number, key: string): void {
    for (const [ruleId, rule] of this.partitions[partition]!.rules)
      if (rule.projectId === projectId) this.cancel(partition, ruleId, key)
    this.due.drop(projectId, (deadline) => deadline.key === key)
  }

  /** Cancels the timers of a partition that another engine owns now. */
  closePartition(partition: number): void {
    const { rules, scope } = this.partitions[partition]!
    for (const rule of rules.values()) this.forget(rule)
    rules.clear()
    this.due.close(partition)
    this.close(scope)
  }

  private forget({ timers }: RuleScope): void {
    this.fibers -= timers.size
    timers.clear()
  }

  private close(scope: Scope.Closeable): void {
    Effect.runForkWith(this.context)(Scope.close(scope, Exit.void))
  }

  /** Returns which stored deadlines to load as timers; null: none yet. The caller hands them to `load`. */
  nextLoad(now: number): TimerRange | null {
    return this.window.nextLoad(now, this.size)
  }

  /** Sets timers for stored deadlines, given in the order of their moments. */
  load(range: TimerRange, found: ReadonlyArray<PendingTimer>): void {
    this.window.advance(range, found.length, found.at(-1)?.at)
    for (const timer of found) this.schedule(timer)
  }

  /** Turns the latest timers into rows where there are too many. */
  private shrink(): void {
    const all = () => this.partitions.flatMap(({ rules }) => [...rules.values()])
    const last = this.window.shrink(this.fibers, () =>
      all().flatMap((rule) => [...rule.timers.values()].map(({ at }) => at))
    )
    if (last === null) return
    for (const { timers } of all())
      for (const { at, key, partition, ruleId } of timers.values())
        if (at > last) this.cancel(partition, ruleId, key)
  }

  private get currentClockOffset(): number {
    return this.clock.currentTimeMillisUnsafe() - Number(this.clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  }

  /** Restarts all timers when the wall clock was set, so that they fire at the same moments. */
  resyncClock(): void {
    const range = this.currentClockOffset
    if (Math.abs(range - this.clockOffset) < 1000) return
    this.clockOffset = range
    const now = this.clock.currentTimeMillisUnsafe()
    for (const { rules } of this.partitions)
      for (const rule of rules.values())
        for (const [key, timer] of rule.timers) {
          interrupt(rule, key)
          this.sleep(rule, { ...timer }, Math.max(0, timer.at - now))
        }
  }
}

const interrupt = ({ fibers }: RuleScope, key: string): void => {
  const fiber = FiberMap.getUnsafe(fibers, key)
  if (Option.isSome(fiber)) fiber.value.interruptUnsafe()
}
