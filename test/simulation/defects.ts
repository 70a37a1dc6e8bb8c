// Engines whose surroundings have something wrong about them. A harness that tells none of them from the right one proves nothing.
import { Effect } from "effect"
import { noMemory } from "../../src/engine/ports.ts"
import type { Changes } from "../../src/engine/Changes.ts"
import { blank } from "../../src/domain/rule/RuleState.ts"
import type { Ports } from "./SimStore.ts"
import type { Defect } from "./simulate.ts"

const committing = (spoil: (changes: Changes, nth: number) => void) => {
  let n = 0
  return { ports: (ports: Ports): Ports => ({ ...ports, journal: { commit: (tenure, changes) => Effect.suspend(() => {
    spoil(changes, n++)
    return ports.journal.commit(tenure, changes)
  }) } }) } satisfies Defect
}

/** By what is wrong. */
export const defects: Readonly<Record<string, Defect>> = {
  "two owners commit: nobody asks for the epoch or the place in the log": { isFenced: false },
  "records are acknowledged before they are stored": { acknowledgesBeforeCommit: true },
  "states are not kept with the cursor": committing((changes) => changes.states.clear()),
  "an event in five is lost between its decision and its commit": committing((changes, n) => { if (n % 5 === 4) changes.events.length = 0 }),
  "late facts are not noted": committing((changes) => changes.late.clear()),
  "the late lane finds nothing to do": { ports: (ports) => ({ ...ports, lateSpans: { ...ports.lateSpans, due: () => Effect.succeed([]) } }) },
  "timers are not restored": { ports: (ports) => ({ ...ports, factSource: { ...ports.factSource, pending: Effect.succeed([]) } }) },
  "subjects wake without their memory": { ports: (ports) => ({ ...ports, factSource: { ...ports.factSource, wake: (subjects) => Effect.succeed(new Map(subjects.map((s) => [s, noMemory]))) } }) },
  "placements are forgotten": { ports: (ports) => ({ ...ports, factSource: { ...ports.factSource, wake: (subjects, cursors, needs) =>
    Effect.map(ports.factSource.wake(subjects, cursors, needs), (found) => new Map([...found].map(([s, m]) => [s, { ...m, placements: new Map() }]))) } }) },
  "what devices said last is forgotten": { ports: (ports) => ({ ...ports, factSource: { ...ports.factSource, wake: (subjects, cursors, needs) =>
    Effect.map(ports.factSource.wake(subjects, cursors, needs), (found) => new Map([...found].map(([s, m]) => [s, { ...m, said: new Map() }]))) } }) },
  "nobody is asked at the ticks of a schedule": { ports: (ports) => ({ ...ports, factSource: { ...ports.factSource, roll: () => Effect.succeed([]) } }) },
  "a past is judged again from blank states": { ports: (ports) => ({ ...ports, history: { ...ports.history, recall: (stretches, needs, cursors) =>
    Effect.map(ports.history.recall(stretches, needs, cursors), (found) => new Map([...found].map(([id, m]) => [id, { ...m, states: m.states.map((s) => ({ ...s, state: blank })) }]))) } }) },
  "the editions a subject was judged with are not kept": committing((changes) => { changes.chapters.length = 0 })
}
