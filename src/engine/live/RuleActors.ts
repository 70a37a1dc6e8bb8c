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
import { type Ahead, type Bound, Horizon } from "./Horizon.ts"

/** An actor that has to wait for something asks again after this time, ms. */
const LATER_MS = 1000

/** What an actor has under way, and the firing state it holds; null: that sleeps in the database. */
export interface UnderWay extends Deadline {
  state: RuleState | null
}

/** The actors of one rule in one partition, by key of the subject. */
interface RuleScope {
  readonly projectId: string
  readonly scope: Scope.Closeable
  readonly fibers: FiberMap.FiberMap<string>
  readonly underWay: Map<string, UnderWay>
}

interface PartitionScope {
  readonly scope: Scope.Closeable
  /** by id of the rule */
  readonly rules: Map<string, RuleScope>
}

/** The engine's, in its scope; closed with it. */
export const makeRuleActors = (bound: Bound) =>
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
  private readonly horizon: Horizon
  private readonly partitions: ReadonlyArray<PartitionScope>
  private fibers = 0
  /** how far the clock is ahead of the steady one that fibers sleep by, ms */
  private ahead: number

  constructor(engine: Scope.Scope, context: Context.Context<never>, clock: Clock.Clock, bound: Bound) {
    this.context = context
    this.clock = clock
    this.horizon = new Horizon(bound)
    this.ahead = this.clockAhead
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
      for (const { projectId, underWay } of rules.values()) if (underWay.size > 0) projects.add(projectId)
    return projects
  }

  /** What the fiber of a rule and a subject has under way; undefined: there is none. */
  underWay(partition: number, ruleId: string, key: string): UnderWay | undefined {
    return this.partitions[partition]!.rules.get(ruleId)?.underWay.get(key)
  }

  /** An actor has this under way from now on, and nothing else: as its row says, where that lies far ahead. */
  begin(next: UnderWay): void {
    const { at, key, partition, ruleId } = next
    const known = this.underWay(partition, ruleId, key)
    if (known?.at === at) known.state = next.state
    else if (this.horizon.isBeyond(at)) this.end(partition, ruleId, key)
    else this.sleepUntil(next, at)
  }

  /** One that woke has to wait, and asks again a little later; when it is due is still what its row says. */
  retry(next: UnderWay, now: number): void {
    this.sleepUntil(next, now + LATER_MS)
  }

  private sleepUntil(next: UnderWay, moment: number): void {
    this.end(next.partition, next.ruleId, next.key)
    const now = this.clock.currentTimeMillisUnsafe()
    if (moment <= now) return this.wake(next)
    this.fibers++
    this.sleep(this.ruleScope(next), next, moment - now)
    this.shrink()
  }

  /** An actor has nothing under way any more. */
  end(partition: number, ruleId: string, key: string): void {
    const rule = this.partitions[partition]!.rules.get(ruleId)
    if (rule?.underWay.delete(key) !== true) return
    this.fibers--
    interrupt(rule, key)
  }

  private sleep(rule: RuleScope, underWay: UnderWay, ms: number): void {
    const { fibers, underWay: own } = rule,
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
      rules.set(ruleId, (rule = { projectId, scope, fibers, underWay: new Map() }))
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
      if (rule.projectId === projectId) this.end(partition, ruleId, key)
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

  private forget({ underWay }: RuleScope): void {
    this.fibers -= underWay.size
    underWay.clear()
  }

  private close(scope: Scope.Closeable): void {
    Effect.runForkWith(this.context)(Scope.close(scope, Exit.void))
  }

  /** Which rows are to be fibers now; null: none yet. Who has read them gives them to `opened`. */
  lookAhead(now: number): Ahead | null {
    return this.horizon.ahead(now, this.size)
  }

  /** These rows were found, in the order of their moments. */
  opened(ahead: Ahead, found: ReadonlyArray<UnderWay>): void {
    this.horizon.move(ahead, found.length, found.at(-1)?.at)
    for (const underWay of found) this.begin(underWay)
  }

  /** Where too many are fibers, those that are due last are rows again. */
  private shrink(): void {
    const all = () => this.partitions.flatMap(({ rules }) => [...rules.values()])
    const last = this.horizon.draw(this.fibers, () =>
      all().flatMap((rule) => [...rule.underWay.values()].map(({ at }) => at))
    )
    if (last === null) return
    for (const { underWay } of all())
      for (const { at, key, partition, ruleId } of underWay.values())
        if (at > last) this.end(partition, ruleId, key)
  }

  private get clockAhead(): number {
    return this.clock.currentTimeMillisUnsafe() - Number(this.clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  }

  /** The clock may have been set since: then all sleep anew, until the same moments. */
  followClock(): void {
    const ahead = this.clockAhead
    if (Math.abs(ahead - this.ahead) < 1000) return
    this.ahead = ahead
    const now = this.clock.currentTimeMillisUnsafe()
    for (const { rules } of this.partitions)
      for (const rule of rules.values())
        for (const [key, underWay] of rule.underWay) {
          interrupt(rule, key)
          this.sleep(rule, { ...underWay }, Math.max(0, underWay.at - now))
        }
  }
}

const interrupt = ({ fibers }: RuleScope, key: string): void => {
  const fiber = FiberMap.getUnsafe(fibers, key)
  if (Option.isSome(fiber)) fiber.value.interruptUnsafe()
}
