// Makes subjects ready to be judged: editions are read once, rule sets loaded where there are newer ones, actors
// woken or told who they are now, and every actor takes the edition it is judged with. All facts are fetched
// here, for the whole batch: judging waits for nothing.
import { Effect, Result } from "effect"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { type Moment, type Subject, subjectKey } from "../../domain/rule/Observation.ts"
import type { RuleSet } from "../evaluate/RuleSet.ts"
import { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { BatchResult } from "../evaluate/BatchResult.ts"
import type { EngineState } from "./EngineState.ts"
import { type FollowHearing, makeFollowHearing } from "./followHearing.ts"
import type { EvaluationContext } from "../evaluate/EvaluationContext.ts"
import { needsOf } from "../evaluate/Needs.ts"
import { type Editions, FactSource, Feed, Ids, type Memory, noMemory, RuleSetSource } from "../ports.ts"
import { loadRuleSet } from "./loadRuleSet.ts"
import { Schedule } from "./Schedule.ts"

/** A tick judged so long after its time that nobody could have acted on it then was missed, ms. */
const MISSED_TICK_MS = 60_000

/** A subject that can be judged now. */
export interface ReadySubject {
  readonly subjectActor: SubjectActor
  readonly context: EvaluationContext
}

export interface Prepared {
  /** by key; without subjects of a project that is gone, and subjects that were deleted */
  readonly ready: ReadonlyMap<string, ReadySubject>
  /** of the projects asked about, those that can be judged: nothing may be written for another */
  readonly projects: ReadonlySet<string>
  /** of the projects asked about, those whose rule set cannot be loaded: what is theirs waits */
  readonly parked: ReadonlySet<string>
}

export interface Preparer {
  readonly hearing: FollowHearing
  /** `also`: further projects whose editions are looked at. */
  readonly prepare: (
    engineState: EngineState,
    wanted: ReadonlyMap<string, Subject>,
    changes: BatchResult,
    also?: Iterable<string>
  ) => Effect.Effect<Prepared>
  /** Takes the rule sets of these editions, where they are newer. */
  readonly open: (
    engineState: EngineState,
    editions: ReadonlyMap<string, Editions>,
    now: number
  ) => Effect.Effect<void>
}

export const makePreparer = (tickGraceMs: number) =>
  Effect.gen(function* () {
    const feed = yield* Feed
    const ruleSetSource = yield* RuleSetSource
    const factSource = yield* FactSource
    const ids = yield* Ids
    const hearing = yield* makeFollowHearing

    /**
     * Whose ticks a project judges is read once; from then on every actor keeps count itself. What it gives
     * makes it so.
     */
    const plan = Effect.fnUntraced(function* (
      engineState: EngineState,
      { onTick, projectId }: RuleSet,
      now: number
    ) {
      const known = engineState.schedules.get(projectId)
      if (onTick.length === 0) return () => void engineState.schedules.delete(projectId)
      if (known !== undefined) return () => known.setRules(onTick)
      const schedule = new Schedule(onTick, engineState.ticksOf(projectId))
      const members = yield* factSource.roll(projectId, engineState.reading, schedule.oldestTick(now))
      return () => {
        engineState.schedules.set(projectId, schedule)
        for (const {
          delayed = [],
          receipts,
          subject: { deviceId, entityId }
        } of members) {
          const subject = engineState.subjectOf(projectId, deviceId, entityId),
            key = subjectKey(subject),
            subjectActor = engineState.subjectActors.get(key)
          schedule.members[partitionOf(subject.id)]!.set(key, subject)
          if (subjectActor === undefined) {
            schedule.receipts.set(key, receipts)
            if (delayed.length > 0) schedule.delayed.set(key, delayed)
          } else {
            subjectActor.receipts = [...receipts]
            subjectActor.delayed = delayed.length === 0 ? null : [...delayed]
          }
        }
      }
    })

    /** The rule set of an edition or a newer one; null: it cannot be loaded, and the project is parked. */
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
      // in force once all that it needs is read: a rule set whose schedule could not be is asked for again
      const schedule = yield* plan(engineState, ruleSet, now)
      engineState.replaceRuleSet(ruleSet)
      engineState.parked.release(projectId)
      schedule()
      return ruleSet
    })

    /**
     * Actors are made of subjects never seen since the start and of those whose actor did not keep what the
     * rules now read. Those of an older roster look again who they are.
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
        if (subjectActor === undefined || !subjectActor.knows(engineState.ruleSets.get(s.projectId)!))
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
          : yield* factSource.wake(cold, engineState.reading, needs)
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

    const contextOf = (ruleSet: RuleSet, changes: BatchResult): EvaluationContext => ({
      ruleSet,
      changes,
      nextId: ids.next,
      isLate: (moment: Moment) => moment._tag === "Tick" && changes.now - moment.at > tickGraceMs + MISSED_TICK_MS
    })

    const prepare = Effect.fnUntraced(function* (
      engineState: EngineState,
      wanted: ReadonlyMap<string, Subject>,
      changes: BatchResult,
      also: Iterable<string> = []
    ) {
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
        const ruleSet = yield* ruleSetOf(engineState, projectId, edition.ruleSet, changes.now)
        if (ruleSet === null) {
          parked.add(projectId)
          continue
        }
        engineState.adopt(ruleSet, partitions, changes)
        contexts.set(projectId, contextOf(ruleSet, changes))
      }
      yield* wake(engineState, wanted, editions)
      const ready = new Map<string, ReadySubject>()
      for (const [key, { projectId }] of wanted) {
        const subjectActor = engineState.subjectActors.get(key),
          context = contexts.get(projectId)
        if (subjectActor === undefined || context === undefined) continue
        subjectActor.adopt(context.ruleSet, editions.get(projectId)!.roster, changes)
        ready.set(key, { subjectActor, context })
      }
      return { ready, projects: new Set(contexts.keys()), parked }
    })

    const open = Effect.fnUntraced(function* (
      engineState: EngineState,
      editions: ReadonlyMap<string, Editions>,
      now: number
    ) {
      for (const [projectId, { ruleSet }] of editions) yield* ruleSetOf(engineState, projectId, ruleSet, now)
    })

    return { prepare, open, hearing } satisfies Preparer
  })
