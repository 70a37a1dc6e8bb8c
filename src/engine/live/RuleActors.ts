// Rule actors that have something under way: one fiber for a rule and a subject, which holds the firing state,
// sleeps until its moment and then asks to be judged. It judges and writes nothing by itself. Who has nothing
// under way is a value and costs no fiber; a deadline beyond the horizon is a row until then.
//
// Scopes nest as the work does: the engine's, a partition's, a rule's, and in it a fiber for each subject. What
// is closed wakes nobody any more.
import { Clock, type Context, Effect, Exit, FiberMap, Latch, Option, Scope } from "effect"
import { PARTITIONS } from "../../domain/intake/LogEntry.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import { type Deadline, DueActors } from "./DueActors.ts"
import { type TimerRange, type TimerLimits, TimerWindow } from "./TimerWindow.ts"

/** An actor that has to wait for something asks again after this time, ms. */
const RETRY_DELAY_MS = 1000

/** What an actor has under way, and the firing state it holds; null: that sleeps in the database. */
export interface PendingTimer extends Deadline {
  state: RuleState | null
}

/** The actors of one rule in one partition, by key of the subject. */
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

/** The engine's, in its scope; closed with it. */
export const makeRuleActors = (bound: TimerLimits) =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) =>
    Effect.flatMap(Clock.Clock, (clock) =>
      Effect.map(Effect.scope, (scope) => new RuleActors(scope, context, clock, bound))
    )
  )

export class RuleActors {
  readonly due = new DueActors()
  /** open once somebody woke */
  readonly woken = Latch.makeUnsafe()
  private readonly context: Context.Context<never>
  private readonly clock: Clock.Clock
  private readonly window: TimerWindow
  private readonly partitions: ReadonlyArray<PartitionScope>
  private fibers = 0
  /** how far the clock is ahead of the steady one that fibers sleep by, ms */
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

  /** Fibers, and who has woken and was not judged yet. */
  get size(): number {
    return this.fibers + this.due.size
  }

  /** Projects that have an actor under way. */
  get projects(): ReadonlySet<string> {
    const projects = new Set<string>()
    for (const { rules } of this.partitions)
      for (const { projectId, timers } of rules.values()) if (timers.size > 0) projects.add(projectId)
    return projects
  }

  /** What the fiber of a rule and a subject has under way; undefined: there is none. */
  timerOf(partition: number, ruleId: string, key: string): PendingTimer | undefined {
    return this.partitions[partition]!.rules.get(ruleId)?.timers.get(key)
  }

  /** An actor has this under way from now on, and nothing else: as its row says, where that lies far ahead. */
  schedule(next: PendingTimer): void {
    const { at, key, partition, ruleId } = next
    const known = this.timerOf(partition, ruleId, key)
    if (known?.at === at) known.state = next.state
    else if (this.window.isBeyond(at)) this.cancel(partition, ruleId, key)
    else this.sleepUntil(next, at)
  }

  /** One that woke has to wait, and asks again a little later; when it is due is still what its row says. */
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

  /** An actor has nothing under way any more. */
  cancel(partition: number, ruleId: string, key: string): void {
    const rule = this.partitions[partition]!.rules.get(ruleId)
    if (rule?.timers.delete(key) !== true) return
    this.fibers--
    interrupt(rule, key)
  }

  private sleep(rule: RuleScope, underWay: PendingTimer, ms: number): void {
    const { fibers, timers: own } = rule,
      { key } = underWay
    own.set(key, underWay)
    // a fiber that sleeps and no more: what follows its sleep is told to whoever watches it, at a tenth less memory
    const fiber = Effect.runForkWith(this.context)(Effect.sleep(ms))
    fiber.addObserver((exit) => {
      if (Exit.isFailure(exit) || own.get(key) !== underWay) return
      own.delete(key)
      this.fibers--
      this.wake(underWay)
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

  /** Rules are disabled, or begin anew: nothing of them wakes. */
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

  /** A subject is gone. */
  closeSubject(projectId: string, partition: number, key: string): void {
    for (const [ruleId, rule] of this.partitions[partition]!.rules)
      if (rule.projectId === projectId) this.cancel(partition, ruleId, key)
    this.due.drop(projectId, (deadline) => deadline.key === key)
  }

  /** Another engine owns the partition. */
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

  /** Which rows are to be fibers now; null: none yet. Who has read them gives them to `opened`. */
  nextLoad(now: number): TimerRange | null {
    return this.window.nextLoad(now, this.size)
  }

  /** These rows were found, in the order of their moments. */
  load(ahead: TimerRange, found: ReadonlyArray<PendingTimer>): void {
    this.window.advance(ahead, found.length, found.at(-1)?.at)
    for (const underWay of found) this.schedule(underWay)
  }

  /** Where too many are fibers, those that are due last are rows again. */
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

  /** The clock may have been set since: then all sleep anew, until the same moments. */
  resyncClock(): void {
    const ahead = this.currentClockOffset
    if (Math.abs(ahead - this.clockOffset) < 1000) return
    this.clockOffset = ahead
    const now = this.clock.currentTimeMillisUnsafe()
    for (const { rules } of this.partitions)
      for (const rule of rules.values())
        for (const [key, underWay] of rule.timers) {
          interrupt(rule, key)
          this.sleep(rule, { ...underWay }, Math.max(0, underWay.at - now))
        }
  }
}

const interrupt = ({ fibers }: RuleScope, key: string): void => {
  const fiber = FiberMap.getUnsafe(fibers, key)
  if (Option.isSome(fiber)) fiber.value.interruptUnsafe()
}
