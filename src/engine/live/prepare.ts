// Makes subjects ready to be evaluated: reads editions once, loads newer rule sets, makes or updates actors, and
// applies to each the edition it is evaluated with. All facts are fetched here for the whole batch, so that
// evaluating waits for nothing.
import { Effect, Result } from "effect"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { type Moment, type Subject, subjectKey } from "../../domain/rule/Observation.ts"
import type { RuleSet } from "../evaluate/RuleSet.ts"
import { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { Adoption, PeriodStart } from "../evaluate/BatchResult.ts"
import { Decisions } from "../evaluate/Decisions.ts"
import type { EngineState } from "./EngineState.ts"
import { type FollowHearing, makeFollowHearing } from "./followHearing.ts"
import type { EvaluationContext } from "../evaluate/EvaluationContext.ts"
import { needsOf } from "../evaluate/Needs.ts"
import {
  type Editions,
  FactSource,
  Feed,
  Ids,
  type LogProgress,
  type Memory,
  noMemory,
  RuleSetSource
} from "../ports.ts"
import { loadRuleSet } from "./loadRuleSet.ts"
import { Schedule } from "./Schedule.ts"

/** MISSED_TICK_MS is the delay after which an evaluated tick counts as missed: too late to act on. */
const MISSED_TICK_MS = 60_000

/** ReadySubject is a subject that can be evaluated now. */
export interface ReadySubject {
  readonly subjectActor: SubjectActor
  readonly context: EvaluationContext
}

/** Prepared holds the subjects of a batch that can be evaluated. */
export interface Prepared {
  /** by key, without deleted subjects and subjects of deleted projects */
  readonly ready: ReadonlyMap<string, ReadySubject>
  /** of the requested projects those that can be evaluated; nothing may be written for another */
  readonly projects: ReadonlySet<string>
  /** of the requested projects those whose rule set cannot be loaded: their work waits */
  readonly parked: ReadonlySet<string>
  /** what the contexts of `ready` add to; so far, what rules dropped that no longer apply */
  readonly decisions: Decisions
  /** the editions that the batch is the first to use in a partition */
  readonly adoptions: ReadonlyArray<Adoption>
  /** subjects that are evaluated with another edition or scope from now on */
  readonly periods: ReadonlyArray<PeriodStart>
}

/** Preparer makes subjects ready to be evaluated. */
export interface Preparer {
  readonly hearing: FollowHearing
  /** Prepares subjects for a batch decided at `now`. `also`: further projects whose editions are checked. */
  readonly prepare: (
    engineState: EngineState,
    wanted: ReadonlyMap<string, Subject>,
    now: number,
    also?: Iterable<string>
  ) => Effect.Effect<Prepared>
  /** Loads the rule sets of these editions, where they are newer. */
  readonly open: (
    engineState: EngineState,
    editions: ReadonlyMap<string, Editions>,
    now: number
  ) => Effect.Effect<void>
  /** Adds the subjects of partitions, which were claimed, to the schedules in force. */
  readonly addPartitions: (
    engineState: EngineState,
    partitions: ReadonlyArray<number>,
    now: number
  ) => Effect.Effect<void>
}

/** Makes the preparer of an engine. */
export const makePreparer = (tickGraceMs: number) =>
  Effect.gen(function* () {
    const feed = yield* Feed
    const ruleSetSource = yield* RuleSetSource
    const factSource = yield* FactSource
    const ids = yield* Ids
    const hearing = yield* makeFollowHearing

    /** Adds the subjects of a schedule that are in partitions. */
    const addMembers = Effect.fnUntraced(function* (
      engineState: EngineState,
      projectId: string,
      schedule: Schedule,
      reading: LogProgress,
      now: number
    ) {
      const members = yield* factSource.scheduledSubjects(projectId, reading, schedule.oldestTick(now))
      return () => {
        for (const {
          delayed = [],
          arrivals,
          subject: { deviceId, entityId }
        } of members) {
          const subject = engineState.subjectOf(projectId, deviceId, entityId),
            key = subjectKey(subject),
            subjectActor = engineState.subjectActors.get(key)
          schedule.members[partitionOf(subject.id)]!.set(key, subject)
          if (subjectActor === undefined) {
            schedule.arrivals.set(key, arrivals)
            if (delayed.length > 0) schedule.delayed.set(key, delayed)
          } else {
            subjectActor.arrivals = [...arrivals]
            subjectActor.delayed = delayed.length === 0 ? null : [...delayed]
          }
        }
      }
    })

    /**
     * Reads the subjects of a project's schedule once; from then on every actor keeps its arrivals itself.
     * The returned function puts the schedule in force.
     */
    const plan = Effect.fnUntraced(function* (
      engineState: EngineState,
      { onTick, projectId }: RuleSet,
      now: number
    ) {
      const known = engineState.schedules.get(projectId)
      if (onTick.length === 0) return () => void engineState.schedules.delete(projectId)
      if (known !== undefined) return () => known.setRules(onTick)
      const schedule = new Schedule(onTick, engineState.ticksOf(projectId), engineState.partitions)
      const add = yield* addMembers(engineState, projectId, schedule, engineState.progress, now)
      return () => {
        engineState.schedules.set(projectId, schedule)
        add()
      }
    })

    /** Returns the rule set of an edition or a newer one; null: it failed to load, and the project is parked. */
    const ruleSetOf = Effect.fnUntraced(function* (
      engineState: EngineState,
      projectId: string,
      edition: number,
      now: number
    ) {
      const known = engineState.ruleSets.get(projectId)
      if (known !== undefined && known.version >= edition) return known
      if (engineState.parked.hasFailed(projectId, edition)) return null
      const loaded = yield* Effect.result(loadRuleSet(ruleSetSource, projectId, edition))
      if (Result.isFailure(loaded)) {
        engineState.parked.park(projectId, edition, loaded.failure)
        yield* Effect.logWarning("the rules of a project stand still: its rule set cannot be loaded", {
          project_id: projectId,
          edition,
          code: loaded.failure.code,
          error: loaded.failure.message
        })
        return null
      }
      const ruleSet = loaded.success
      // in force once its schedule is read too: if that fails, the rule set is loaded again
      const schedule = yield* plan(engineState, ruleSet, now)
      engineState.replaceRuleSet(ruleSet)
      engineState.parked.release(projectId)
      schedule()
      return ruleSet
    })

    /**
     * Makes actors of subjects not seen since the start and of those whose actor lacks what the rules now
     * read; updates the names, types and groups of actors with an older roster.
     */
    const wake = Effect.fnUntraced(function* (
      engineState: EngineState,
      wanted: ReadonlyMap<string, Subject>,
      editions: ReadonlyMap<string, Editions>
    ) {
      const cold: Array<Subject> = [],
        stale: Array<Subject> = []
      for (const [key, s] of wanted) {
        const subjectActor = engineState.subjectActors.get(key),
          edition = editions.get(s.projectId)
        if (edition === undefined || engineState.parked.has(s.projectId)) continue
        if (subjectActor === undefined || !subjectActor.covers(engineState.ruleSets.get(s.projectId)!))
          cold.push(s)
        else if (subjectActor.subject !== s || subjectActor.roster !== edition.roster) stale.push(s)
      }
      if (cold.length + stale.length === 0) return
      const who = yield* factSource.who([...cold, ...stale])
      const needs = needsOf(
        [...new Set(cold.map((s) => s.projectId))].flatMap((id) => engineState.ruleSets.get(id)!.rules)
      )
      const memories =
        cold.length === 0
          ? new Map<Subject, Memory>()
          : yield* factSource.loadMemories(cold, engineState.progress, needs)
      for (const s of cold) {
        const is = who.get(s.id),
          { byId } = engineState.ruleSets.get(s.projectId)!
        if (is === undefined) engineState.removeSubject(subjectKey(s), s)
        else
          engineState.addActor(
            subjectKey(s),
            new SubjectActor(s, is, memories.get(s) ?? noMemory, (id) => byId.get(id))
          )
      }
      for (const s of stale) {
        const is = who.get(s.id),
          subjectActor = engineState.subjectActors.get(subjectKey(s))!
        if (is === undefined) engineState.removeSubject(subjectKey(s), s)
        subjectActor.subject = s
        subjectActor.who = is ?? subjectActor.who
      }
    })

    const contextOf = (ruleSet: RuleSet, decisions: Decisions): EvaluationContext => ({
      ruleSet,
      decisions,
      nextId: ids.next,
      isLate: (moment: Moment) =>
        moment._tag === "Tick" && decisions.now - moment.at > tickGraceMs + MISSED_TICK_MS
    })

    const prepare = Effect.fnUntraced(function* (
      engineState: EngineState,
      wanted: ReadonlyMap<string, Subject>,
      now: number,
      also: Iterable<string> = []
    ) {
      const decisions = new Decisions(now),
        adoptions: Array<Adoption> = [],
        periods: Array<PeriodStart> = []
      const projects = new Map([...also].map((id) => [id, new Set<number>()]))
      for (const { id, projectId } of wanted.values()) {
        let partitions = projects.get(projectId)
        if (partitions === undefined) projects.set(projectId, (partitions = new Set()))
        partitions.add(partitionOf(id))
      }
      const editions = yield* feed.editions([...projects.keys()])
      const contexts = new Map<string, EvaluationContext>(),
        parked = new Set<string>()
      for (const [projectId, partitions] of projects) {
        const edition = editions.get(projectId)
        if (edition === undefined) continue
        const ruleSet = yield* ruleSetOf(engineState, projectId, edition.ruleSet, now)
        if (ruleSet === null) {
          parked.add(projectId)
          continue
        }
        adoptions.push(...engineState.adopt(ruleSet, partitions))
        contexts.set(projectId, contextOf(ruleSet, decisions))
      }
      yield* wake(engineState, wanted, editions)
      const ready = new Map<string, ReadySubject>()
      for (const [key, { projectId }] of wanted) {
        const subjectActor = engineState.subjectActors.get(key),
          context = contexts.get(projectId)
        if (subjectActor === undefined || context === undefined) continue
        engineState.take(key, subjectActor)
        const applied = subjectActor.apply(context.ruleSet, editions.get(projectId)!.roster, now)
        if (applied !== null) {
          decisions.adopt(subjectActor.subject, applied)
          if (applied.period !== null) periods.push(applied.period)
        }
        ready.set(key, { subjectActor, context })
      }
      return { ready, projects: new Set(contexts.keys()), parked, decisions, adoptions, periods }
    })

    const open = Effect.fnUntraced(function* (
      engineState: EngineState,
      editions: ReadonlyMap<string, Editions>,
      now: number
    ) {
      for (const [projectId, { ruleSet }] of editions) yield* ruleSetOf(engineState, projectId, ruleSet, now)
    })

    const addPartitions = Effect.fnUntraced(function* (
      engineState: EngineState,
      partitions: ReadonlyArray<number>,
      now: number
    ) {
      const arrived = new Set(partitions),
        { cursors, lanes } = engineState.progress
      const reading = {
        cursors: cursors.filter((c) => arrived.has(c.partition)),
        lanes: lanes.filter((l) => arrived.has(l.partition))
      }
      for (const [projectId, schedule] of engineState.schedules) {
        for (const partition of partitions) schedule.own(partition)
        const add = yield* addMembers(engineState, projectId, schedule, reading, now)
        add()
      }
    })

    return { prepare, open, addPartitions, hearing } satisfies Preparer
  })
