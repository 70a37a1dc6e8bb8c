// One seed: the production engine on the simulated store, told a story under faults (safety), then left in
// peace to catch up (liveness). Everything runs in this one thread and on this one clock, so the same seed is
// the same history.
import { Cause, Clock, Effect, Fiber, Layer, Logger, Scheduler } from "effect"
import { Engine } from "../../src/engine/live/Engine.ts"
import { Chance } from "./Chance.ts"
import { check } from "./check.ts"
import { Database } from "./Database.ts"
import { forbidden } from "./forbidden.ts"
import { isDrained, type Ports, type Process, SimStore } from "./SimStore.ts"
import { makeStory } from "./makeStory.ts"
import { widen } from "./makeWide.ts"
import type { Way } from "./Listening.ts"
import type { Parcel, Story } from "./Story.ts"
import { withEngines } from "./withEngines.ts"
import { withOutages } from "./withOutages.ts"
import { VirtualTime } from "./VirtualTime.ts"

/** A defect: the engine's surroundings with something wrong about them. */
export interface Defect {
  readonly ports?: (ports: Ports, store: SimStore, process: Process) => Ports
  /** nothing is asked of whoever commits; or all but where the lanes are */
  readonly isFenced?: false
  readonly comparesLanes?: false
  /** engines think that they may do more at a time */
  readonly ignoresBounds?: true
  readonly acknowledgesBeforeCommit?: true
}

export interface Outcome {
  readonly seed: number
  readonly violations: ReadonlyArray<string>
  readonly trace: ReadonlyArray<string>
  /** equal for equal histories */
  readonly hash: string
  readonly events: number
  readonly superseded: number
  readonly late: number
  readonly commits: number
  readonly crashes: number
  readonly faults: number
  /** lanes that were opened, turns in them, and ticks that were judged in halves */
  readonly lanes: number
  readonly slices: number
  readonly halves: number
  /** partitions that were claimed, and commits that were refused because another had claimed theirs */
  readonly claims: number
  readonly refused: number
  readonly virtualMs: number
}

const TICK_GRACE_SECONDS = 20
/** Faults end this long after the story. */
const AFTERMATH_MS = 20_000
/**
 * Within this time after the last record was acknowledged everything is judged: holds of 45 s, ticks 20 s
 * after their instant, late spans.
 */
const DRAINED_MS = 100_000
/** and this is added where commits take their time. */
const FLOODED_MS = 300_000
/** Acknowledging everything takes no longer once there are no faults. */
const DELIVERED_MS = 600_000

class Run {
  readonly time: VirtualTime
  readonly db: Database
  readonly store: SimStore
  readonly acknowledged = new Set<Parcel>()
  /** what was sent while nothing was heard, by who does not send it again */
  readonly forgotten = new Set<Parcel>()
  private readonly story: Story
  private readonly defect: Defect
  private readonly chance: Chance
  private readonly engines: Array<{
    readonly process: Process
    readonly fiber: Fiber.Fiber<unknown, unknown>
  } | null>
  private started = 0

  constructor(story: Story, defect: Defect) {
    this.story = story
    this.defect = defect
    this.engines = Array.from({ length: Math.max(2, story.engines) }, () => null)
    this.chance = new Chance(story.seed, "run")
    this.time = new VirtualTime(story.from, new Chance(story.seed, "turns"))
    this.db = new Database(story.projects, story.animals, story.from)
    this.store = new SimStore(this.db, this.time, new Chance(story.seed, "faults"), story)
    this.store.isFenced = defect.isFenced ?? true
    this.store.comparesLanes = defect.comparesLanes ?? true
    this.store.onCrash = (process) => this.kill(this.engines.findIndex((e) => e?.process === process))
  }

  start(slot: number): void {
    if (this.engines[slot] !== null) return
    const { defect, store, time } = this
    const process = store.open(`engine ${++this.started}`)
    const ports = store.ports(process)
    const { bounds, seed } = this.story
    const layer = Engine.layer({
      tickGraceSeconds: TICK_GRACE_SECONDS,
      ...(bounds === null || defect.ignoresBounds === true ? {} : { limits: bounds }),
      ...(seed % 3 === 1 ? { timerLimits: NARROW } : {})
    }).pipe(Layer.provide(store.layer(defect.ports?.(ports, store, process) ?? ports)))
    const log = Logger.make(({ cause, message }) =>
      store.say(
        `${process.name} says: ${String(message)} ${cause.reasons.length === 0 ? "" : Cause.pretty(cause).split("\n")[0]}`
      )
    )
    const engine = Effect.flatMap(Engine, ({ run }) => run).pipe(
      Effect.provide(layer),
      Effect.provide(Logger.layer([log])),
      Effect.provideService(Clock.Clock, time),
      Effect.provideService(Scheduler.Scheduler, time)
    )
    store.say(`${process.name} starts`)
    this.engines[slot] = { process, fiber: Effect.runFork(engine, { scheduler: time }) }
  }

  /** At once and without a word, as a power cut does. */
  kill(slot: number): void {
    const engine = this.engines[slot]
    if (engine === null || engine === undefined) return
    this.engines[slot] = null
    this.store.count.crashes++
    this.store.say(`${engine.process.name} is killed`)
    this.store.close(engine.process)
    engine.fiber.interruptUnsafe()
    this.time.after(this.chance.between(100, 8000), () => this.start(slot))
  }

  /** In order: what it holds is given back. */
  private stop(slot: number, absenceMs?: number): void {
    const engine = this.engines[slot]
    if (engine === null || engine === undefined) return
    this.engines[slot] = null
    this.store.say(`${engine.process.name} is stopped`)
    engine.fiber.interruptUnsafe()
    this.time.after(absenceMs ?? this.chance.between(100, 8000), () => this.start(slot))
  }

  private schedule(): void {
    const {
      db,
      story: { blows, edits, from, parcels },
      store,
      time
    } = this
    for (const { at, change, projectId } of edits)
      time.after(at - from, () => {
        store.say(`edit of ${projectId}: ${JSON.stringify(change)}`)
        db.change(projectId, change, time.now)
      })
    for (const { at, engine, lasts, what } of blows)
      time.after(at - from, () => {
        if (what === "start") this.start(engine)
        else if (what === "kill") this.kill(engine)
        else if (what === "stop") this.stop(engine)
        else if (what === "leave") this.stop(engine, lasts)
        else if (what === "overlap") {
          store.say(`partitions are granted to two engines for ${lasts}`)
          store.placement.overlap(lasts)
        } else if (this.engines[engine] !== null) {
          store.say(`${this.engines[engine]!.process.name} stands still for ${lasts}`)
          this.engines[engine]!.process.frozenUntil = time.now + lasts
        }
      })
    this.listen()
    for (const lane of Map.groupBy(parcels, (p) => p.lane).values()) this.deliver(lane, 0)
  }

  /** Ways in are heard from the beginning, but for their outages. */
  private listen(): void {
    const {
      db: { listening },
      story: { from, outages },
      store,
      time
    } = this
    if (outages === undefined) return
    const start = (way: Way) =>
      listening.start(
        way,
        time.now,
        (ms, run) => void time.after(ms, run),
        () => time.now
      )
    for (const way of new Set([null, ...outages.map((o) => o.way)])) start(way)
    for (const outage of outages) {
      time.after(outage.from - from, () => {
        store.say(`${outage.way ?? "the API"} hears nothing`)
        listening.stop(outage.way)
      })
      time.after(outage.to - from, () => {
        store.say(`${outage.way ?? "the API"} hears again`)
        start(outage.way)
      })
    }
  }

  /** Whether what an animal sends now is heard by any of its ways in. */
  private isHeard({ items }: Parcel): boolean {
    const { animals } = this.story
    return items.every((i) =>
      (animals[i.animal]!.ways ?? [null]).some((way) => this.db.listening.isHeard(way))
    )
  }

  /** A client that sends one parcel after the other, each until it is acknowledged. */
  private deliver(lane: ReadonlyArray<Parcel>, next: number): void {
    const parcel = lane[next],
      { chance, db, store, story, time } = this
    if (parcel === undefined) return
    const goesWrong = (share: number) => store.faults > 0 && chance.happens(store.faults * share)
    const done = () => {
      this.acknowledged.add(parcel)
      this.deliver(lane, next + 1)
    }
    const again = () => void time.after(chance.between(500, 5000), attempt)
    const attempt = () => {
      if (!this.isHeard(parcel)) {
        if (story.animals[parcel.items[0]!.animal]!.forgets !== true) return again()
        this.forgotten.add(parcel)
        return this.deliver(lane, next + 1)
      }
      const isLost = goesWrong(0.7),
        isUnanswered = goesWrong(0.7),
        receivedAt = time.now
      if (this.defect.acknowledgesBeforeCommit === true) done()
      time.after(goesWrong(0.2) ? chance.between(1000, 10_000) : chance.below(20), () => {
        const rows = db.log.length,
          isNew = !isLost && db.ingest(parcel.items, story.animals, receivedAt)
        if (isNew) store.watch.logged(rows, time.now)
        store.say(
          `parcel of lane ${parcel.lane}, ${parcel.items.length} ` +
            `records: ${isLost ? "lost" : isNew ? `row ${db.log.length}` : "known"}`
        )
        if (isNew) time.after(chance.below(5), () => store.notify())
        if (this.defect.acknowledgesBeforeCommit === true) return
        if (isLost || isUnanswered) again()
        else done()
      })
    }
    time.after(parcel.at - time.now, attempt)
  }

  private restart(): void {
    const { engines, store, story, time } = this
    for (const slot of engines.keys()) this.kill(slot)
    store.faults = 0
    store.watch.isQuiet = true
    store.placement.isQuiet = true
    store.ownership.disturbed(time.now)
    this.start(this.chance.below(2))
    for (const { at, engine } of story.moves) time.after(at, () => this.stop(engine))
  }

  play(): ReadonlyArray<string> {
    const { db, store, story, time } = this
    this.schedule()
    this.start(0)
    if (this.chance.happens(story.isWide ? 0.6 : 0.3)) this.start(1)
    time.passTo(story.to + AFTERMATH_MS)
    store.say("the faults are over")
    this.restart()
    const patience = time.now + DELIVERED_MS
    const isDelivered = () => this.acknowledged.size + this.forgotten.size >= story.parcels.length
    while (!isDelivered() && time.now < patience) time.passTo(time.now + 5000)
    // a flood takes the longer the less may be done at a time
    const end = time.now + FLOODED_MS
    while (story.pace > 0 && !isDrained(db) && time.now < end) time.passTo(time.now + 5000)
    time.passTo(time.now + DRAINED_MS)
    const violations = [...db.violations]
    if (!isDelivered()) violations.push("I26 records were never acknowledged")
    if (!isDrained(db)) violations.push("I26 the backlog is not drained")
    for (const slot of this.engines.keys()) this.kill(slot)
    time.settle()
    return violations
  }
}

const hashOf = (lines: ReadonlyArray<string>): string => {
  let hash = 2166136261
  for (const line of lines)
    for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 16777619)
  return (hash >>> 0).toString(16)
}

/** Tells a story, and says what was wrong with how it went; with the tables as they are at the end. */
export const tellWith = (
  story: Story,
  defect: Defect = {}
): { readonly outcome: Outcome; readonly db: Database } => {
  const run = new Run(story, defect),
    { db, store, time } = run
  const uses = forbidden(() => run.play())
  const violations = [...new Set([...uses.result, ...uses.violations, ...check(db, story, run.acknowledged)])]
  const events = [...db.events.values()]
  const outcome = {
    seed: story.seed,
    violations,
    trace: store.trace,
    hash: hashOf([...store.trace, ...events.map((e) => `${e.event.key} ${e.superseded} ${e.endedAt}`)]),
    events: events.length,
    superseded: events.filter((e) => e.superseded).length,
    late: db.spans.length,
    commits: store.count.commits,
    crashes: store.count.crashes,
    faults: store.count.faults,
    ...db.count,
    ...store.ownership.count,
    virtualMs: time.now - story.from
  }
  return { outcome, db }
}

/** Few deadlines are fibers, and not for long before they are due: most of them are rows. */
const NARROW = { aheadMs: 15_000, maxTimers: 4 }

export const tell = (story: Story, defect: Defect = {}): Outcome => tellWith(story, defect).outcome

/**
 * From this seed on stories may be wide as well: floods, more projects, engines that may do little at a time.
 * Those before have none. Odd seeds have several engines, of any kind (withEngines.ts).
 */
export const WIDE = 10_000_000

/** From this seed on, and before the other, ways in are not heard for a while, twenty times a story. */
export const OUTAGES = 50_000_000
const AFTER_OUTAGES = 60_000_000

export const storyOf = (seed: number): Story => {
  const story = makeStory(seed, seed % 4 !== 0)
  if (seed < WIDE) return withEngines(story)
  return withEngines(seed >= OUTAGES && seed < AFTER_OUTAGES ? withOutages(story) : widen(story))
}

export const simulate = (seed: number, defect: Defect = {}): Outcome => tell(storyOf(seed), defect)
