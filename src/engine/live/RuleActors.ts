// Rule actors that have something under way: one fiber for a rule and a subject. The fiber holds the firing
// state in its context, sleeps until the deadline, and then queues the actor to be evaluated; it lives until
// the hold is over. It evaluates and writes nothing. An actor without a deadline is a plain value in the memory
// of its subject and has no fiber; a deadline beyond the timer window is a row until it comes near.
//
// A batch takes a copy of the state and gives back the new one once it is committed, so a fiber never holds
// more than the database does.
//
// Scopes nest: the engine's, a partition's, a rule's, and in it a fiber for each subject. Closing a scope
// interrupts the fibers in it, and their states are gone with them.
import { Clock, Context, Effect, Exit, Fiber, FiberMap, Latch, Option, Scope } from "effect"
import { PARTITIONS } from "../../domain/intake/LogEntry.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { Actor } from "../evaluate/BatchResult.ts"
import type { TimerRange } from "../ports.ts"
import { type Deadline, DueActors } from "./DueActors.ts"
import { type TimerLimits, TimerWindow } from "./TimerWindow.ts"

/** RETRY_DELAY_MS is how long a woken actor that has to wait sleeps before it is queued again. */
const RETRY_DELAY_MS = 1000

/** HeldActor is what the fiber of an actor holds. */
export interface HeldActor {
  readonly deadline: Deadline
  /** as of the last commit; null: the subject is not loaded, and the state is only in the database */
  actor: Readonly<Actor> | null
  /** it sleeps until its deadline, but not less long than this, epoch ms; 0: until its deadline */
  readonly notBefore: number
  /** asleep; awake: its deadline has come, and it waits to be evaluated; ended: its state is gone */
  phase: "asleep" | "awake" | "ended"
}

/** ActorFailure is an actor whose fiber failed: its state has to be loaded from its row again. */
export interface ActorFailure {
  readonly deadline: Deadline
  readonly defect: unknown
}

/** Held is the service in the context of an actor's fiber that holds its state. */
class Held extends Context.Service<Held, HeldActor>()("engine/RuleActors/Held") {}

/** RuleScope holds the fibers of one rule in one partition, by key of the subject. */
interface RuleScope {
  readonly projectId: string
  readonly scope: Scope.Closeable
  readonly fibers: FiberMap.FiberMap<string>
}

interface PartitionScope {
  readonly scope: Scope.Closeable
  /** by id of the rule */
  readonly rules: Map<string, RuleScope>
}

/** Makes the rule actors of an engine in its scope; their fibers end with it. */
export const makeRuleActors = (bound: TimerLimits) =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) =>
    Effect.flatMap(Clock.Clock, (clock) =>
      Effect.map(Effect.scope, (scope) => new RuleActors(scope, context, clock, bound))
    )
  )

/** RuleActors supervises the fibers of all rule actors and queues the deadlines that have come. */
export class RuleActors {
  readonly due = new DueActors()
  /** opens when a deadline comes or a fiber fails */
  readonly woken = Latch.makeUnsafe()
  private readonly context: Context.Context<never>
  private readonly clock: Clock.Clock
  private readonly window: TimerWindow
  private readonly engine: Scope.Scope
  private readonly partitions: Array<PartitionScope>
  private failures: Array<ActorFailure> = []
  private count = 0
  /** how far the wall clock is ahead of the monotonic one that fibers sleep by, ms */
  private clockOffset: number

  constructor(engine: Scope.Scope, context: Context.Context<never>, clock: Clock.Clock, bound: TimerLimits) {
    this.context = context
    this.clock = clock
    this.window = new TimerWindow(bound)
    this.clockOffset = this.currentClockOffset
    this.engine = engine
    this.partitions = Array.from({ length: PARTITIONS }, () => this.emptyPartition())
  }

  private emptyPartition(): PartitionScope {
    return { scope: Scope.forkUnsafe(this.engine), rules: new Map() }
  }

  /** Returns the number of fibers. */
  get size(): number {
    return this.count
  }

  /** Returns the projects that have an actor with a fiber. */
  get projects(): ReadonlySet<string> {
    const projects = new Set<string>()
    for (const { rules } of this.partitions)
      for (const rule of rules.values())
        if (heldOfAll(rule).next().done !== true) projects.add(rule.projectId)
    return projects
  }

  /** Returns what the fiber of a rule and a subject holds; undefined: it has none. */
  heldBy(partition: number, ruleId: string, key: string): HeldActor | undefined {
    const rule = this.partitions[partition]!.rules.get(ruleId)
    return rule === undefined ? undefined : heldIn(rule, key)
  }

  /** Returns what all fibers hold. */
  *held(): Generator<HeldActor> {
    for (const { rules } of this.partitions) for (const rule of rules.values()) yield* heldOfAll(rule)
  }

  /**
   * Whether the timer window contains a moment: then the actor that is due at it is held by a fiber, else it
   * is a value.
   */
  hasFiberAt(at: number): boolean {
    return !this.window.isBeyond(at)
  }

  /**
   * Gives an actor to its fiber, in place of what it holds, and begins the fiber if there is none. An actor
   * whose deadline has come is queued; to be queued twice changes nothing.
   */
  give(deadline: Deadline, actor: Readonly<Actor> | null): void {
    const { at, key, partition, ruleId } = deadline
    const held = this.heldBy(partition, ruleId, key)
    if (held?.deadline.at === at && held.phase === "asleep") held.actor = actor
    else this.begin(deadline, actor)
  }

  /**
   * Queues a woken actor again after RETRY_DELAY_MS; its row keeps the true deadline. Does nothing for an
   * actor that has no fiber any more.
   */
  retry({ key, partition, ruleId }: Deadline, now: number): void {
    const held = this.heldBy(partition, ruleId, key)
    if (held !== undefined) this.begin(held.deadline, held.actor, now + RETRY_DELAY_MS)
  }

  /** Ends the fiber of an actor, and its state with it. */
  end(partition: number, ruleId: string, key: string): void {
    const rule = this.partitions[partition]!.rules.get(ruleId)
    if (rule !== undefined) this.interrupt(rule, key)
  }

  private interrupt(rule: RuleScope, key: string): void {
    const fiber = FiberMap.getUnsafe(rule.fibers, key)
    if (Option.isNone(fiber)) return
    this.endHeld(heldOf(fiber.value))
    fiber.value.interruptUnsafe()
  }

  private endHeld(held: HeldActor): void {
    if (held.phase !== "ended") this.count--
    held.phase = "ended"
  }

  /** Begins the fiber of an actor, which takes the place of the one it has. */
  private begin(deadline: Deadline, actor: Readonly<Actor> | null, notBefore = 0): void {
    const rule = this.ruleScope(deadline),
      isDue = Math.max(deadline.at, notBefore) <= this.clock.currentTimeMillisUnsafe()
    this.interrupt(rule, deadline.key)
    if (!isDue || actor !== null) {
      this.count++
      const held: HeldActor = { deadline, actor, notBefore, phase: isDue ? "awake" : "asleep" }
      const fiber = Effect.runForkWith(Context.add(this.context, Held, held))(isDue ? Effect.never : this.act)
      FiberMap.setUnsafe(rule.fibers, deadline.key, fiber)
    }
    if (isDue) this.queue(deadline)
  }

  // What fibers do: one effect for all of them, which reads what its own fiber holds. An effect for each would
  // take a quarter of their memory.

  private readonly sleep = Effect.withFiber((fiber) => {
    const { deadline, notBefore } = heldOf(fiber),
      until = Math.max(deadline.at, notBefore)
    return Effect.sleep(Math.max(0, until - this.clock.currentTimeMillisUnsafe()))
  })

  /** At its deadline an actor is queued; one without a state ends then, because the database has it. */
  private readonly wake = Effect.withFiber((fiber) => {
    const held = heldOf(fiber),
      { actor, deadline } = held
    if (actor === null) this.endHeld(held)
    else held.phase = "awake"
    this.queue(deadline) // last: it may wake the engine's loop at once
    return actor === null ? Effect.void : Effect.never
  })

  /** A fiber that fails reports its actor and ends. */
  private readonly fail = (defect: unknown) =>
    Effect.withFiber((fiber) => {
      const held = heldOf(fiber)
      this.endHeld(held)
      this.failures.push({ deadline: held.deadline, defect })
      this.woken.openUnsafe()
      return Effect.void
    })

  private readonly act: Effect.Effect<void> = Effect.catchDefect(
    Effect.andThen(this.sleep, this.wake),
    this.fail
  )

  /** Returns the actors whose fibers failed since it was called last. */
  takeFailures(): ReadonlyArray<ActorFailure> {
    if (this.failures.length === 0) return this.failures
    return this.failures.splice(0)
  }

  private queue(deadline: Deadline): void {
    this.due.add(deadline)
    this.woken.openUnsafe()
  }

  private ruleScope({ partition, ruleId, subject: { projectId } }: Deadline): RuleScope {
    const { rules, scope: parent } = this.partitions[partition]!
    let rule = rules.get(ruleId)
    if (rule === undefined) {
      const scope = Scope.forkUnsafe(parent),
        fibers = Effect.runSync(Scope.provide(FiberMap.make<string>(), scope))
      rules.set(ruleId, (rule = { projectId, scope, fibers }))
    }
    return rule
  }

  /**
   * Puts another edition of a project's rules in force: `next` returns what a rule is in it, `isGone` whether
   * a rule is not in it or begins blank. Interrupts the fibers of the rules that are gone and returns what
   * they held: their subjects drop it when they are evaluated next.
   */
  replaceRules(projectId: string, next: (rule: Rule) => Rule, isGone: (ruleId: string) => boolean) {
    const dropped: Array<HeldActor> = []
    for (const { rules } of this.partitions)
      for (const [ruleId, rule] of rules) {
        if (rule.projectId !== projectId) continue
        const held = [...heldOfAll(rule)]
        for (const each of held)
          if (each.actor !== null) each.actor = { ...each.actor, rule: next(each.actor.rule) }
        if (!isGone(ruleId)) continue
        dropped.push(...held)
        rules.delete(ruleId)
        for (const each of held) this.endHeld(each)
        this.close(rule.scope)
      }
    this.due.drop(projectId, ({ ruleId }) => isGone(ruleId))
    return dropped
  }

  /** Interrupts the fibers of a deleted subject. */
  closeSubject(projectId: string, partition: number, key: string): void {
    for (const rule of this.partitions[partition]!.rules.values())
      if (rule.projectId === projectId) this.interrupt(rule, key)
    this.due.drop(projectId, (deadline) => deadline.key === key)
  }

  /** Interrupts the fibers of a partition that another engine owns now. */
  closePartition(partition: number): void {
    const { rules, scope } = this.partitions[partition]!
    for (const rule of rules.values()) for (const held of heldOfAll(rule)) this.endHeld(held)
    this.partitions[partition] = this.emptyPartition()
    this.due.close(partition)
    this.close(scope)
  }

  private close(scope: Scope.Closeable): void {
    Effect.runForkWith(this.context)(Scope.close(scope, Exit.void))
  }

  /** Returns which stored deadlines to load; null: none yet. The caller hands them to `load`. */
  nextLoad(now: number): TimerRange | null {
    return this.window.nextLoad(now, this.count + this.due.size)
  }

  /** Returns which stored deadlines to load of partitions that were claimed; null: `nextLoad` has them. */
  get loaded(): TimerRange | null {
    return this.window.loaded
  }

  /**
   * Moves the end of the timer window to where stored deadlines are loaded, which are given in the order of
   * their moments. Returns the actors that are due later, and interrupts their fibers.
   */
  load(range: TimerRange, found: ReadonlyArray<Deadline>): ReadonlyArray<HeldActor> {
    return this.window.advance(range, found.length, found.at(-1)?.at) ? this.endBeyondWindow() : []
  }

  /**
   * Returns the actors with the latest deadlines where there are too many fibers, and interrupts these: they
   * are values or rows again.
   */
  shrink(): ReadonlyArray<HeldActor> {
    const shrunk = this.window.shrink(this.count, () =>
      Array.from(this.held(), ({ deadline }) => deadline.at)
    )
    return shrunk === null ? [] : this.endBeyondWindow()
  }

  private endBeyondWindow(): ReadonlyArray<HeldActor> {
    const beyond = [...this.held()].filter(({ deadline }) => this.window.isBeyond(deadline.at))
    for (const { deadline } of beyond) this.end(deadline.partition, deadline.ruleId, deadline.key)
    return beyond
  }

  private get currentClockOffset(): number {
    return this.clock.currentTimeMillisUnsafe() - Number(this.clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  }

  /** Restarts all sleeping fibers when the wall clock was set, so that they wake at the same moments. */
  resyncClock(): void {
    const moved = this.currentClockOffset - this.clockOffset
    if (Math.abs(moved) < 1000) return
    this.clockOffset += moved
    for (const { actor, deadline, notBefore, phase } of Array.from(this.held()))
      if (phase === "asleep") this.begin(deadline, actor, notBefore + moved)
  }
}

const heldOf = (fiber: Fiber.Fiber<unknown, unknown>): HeldActor => Context.getUnsafe(fiber.context, Held)

const heldIn = ({ fibers }: RuleScope, key: string): HeldActor | undefined => {
  const fiber = FiberMap.getUnsafe(fibers, key)
  if (Option.isNone(fiber)) return undefined
  const held = heldOf(fiber.value)
  return held.phase === "ended" ? undefined : held
}

function* heldOfAll({ fibers }: RuleScope): Generator<HeldActor> {
  for (const [, fiber] of fibers) {
    const held = heldOf(fiber)
    if (held.phase !== "ended") yield held
  }
}
