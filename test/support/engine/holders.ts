// Counts who holds the state of a rule and a subject in the memory of an engine, between two batches.
import { assert } from "@effect/vitest"
import { subjectKey } from "../../../src/domain/rule/Observation.ts"
import { isBlank, type RuleState, wakeAt } from "../../../src/domain/rule/RuleState.ts"
import type { EngineState } from "../../../src/engine/live/EngineState.ts"
import type { MemoryStore } from "./memory.ts"

/** Holder is a place that holds a state. */
interface Holder {
  readonly kind: "fiber" | "value"
  readonly state: RuleState
  readonly episode: string | null
}

/** Returns the holders of each state, by rule and key of the subject. */
export const holdersIn = (engineState: EngineState): ReadonlyMap<string, ReadonlyArray<Holder>> => {
  const holders = new Map<string, Array<Holder>>()
  const add = (ruleId: string, key: string, holder: Holder) => {
    const name = `${ruleId} ${key}`,
      list = holders.get(name)
    if (list === undefined) holders.set(name, [holder])
    else list.push(holder)
  }
  for (const [key, { actors }] of engineState.subjectActors)
    for (const [ruleId, { episode, state }] of actors ?? [])
      add(ruleId, key, { kind: "value", state, episode })
  for (const { actor, deadline } of engineState.ruleActors.held())
    if (actor !== null)
      add(deadline.ruleId, deadline.key, { kind: "fiber", state: actor.state, episode: actor.episode })
  return holders
}

/**
 * Asserts that each state of a loaded subject has exactly one holder, that it is the committed one, and that
 * a fiber holds it if it has a deadline. `store`: what was committed.
 */
export const assertOneHolder = (engineState: EngineState, store: MemoryStore): void => {
  const holders = holdersIn(engineState)
  for (const [name, list] of holders) assert.lengthOf(list, 1, `holders of ${name}`)
  for (const { blankFrom, episode, ruleId, state, subject } of store.states.values()) {
    const key = subjectKey(subject),
      rule = engineState.ruleSets.get(subject.projectId)?.byId.get(ruleId)
    if (isBlank(state) || rule?.blankFrom !== blankFrom || !engineState.subjectActors.has(key)) continue
    const [holder] = holders.get(`${ruleId} ${key}`) ?? []
    assert.deepStrictEqual(
      { state: holder?.state, episode: holder?.episode },
      { state, episode },
      `state of ${ruleId} for ${key}`
    )
    if (wakeAt(state, rule) !== null)
      assert.strictEqual(holder?.kind, "fiber", `holder of ${ruleId} for ${key}`)
  }
}
