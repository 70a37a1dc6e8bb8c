// Measures how much disorder a rule tolerates: replays the records of a scene late, twice, out of order, and with
// small errors in clocks and positions.
import { eventsOf, type Past, tryVariant } from "../backtest/stress/tryVariant.ts"
import { summarizeVariant, summarizeStress } from "../backtest/stress/stressSummary.ts"
import { allVariants } from "../backtest/stress/variants.ts"
import type { CanonicalDocument } from "../domain/rule/Document.ts"
import { noMemory } from "../engine/ports.ts"
import type { Scene } from "./Scene.ts"

const finished = <A>(work: Generator<void, A, void>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

const pastOf = (scene: Scene): Past => {
  const { arrivals, features, now, records, rule, subjects } = scene.heard
  const times = [...records, ...arrivals].map((r) => r.at)
  const from = times.reduce((least, at) => Math.min(least, at), now),
    to = times.reduce((most, at) => Math.max(most, at), now) + 1
  return {
    options: {
      projectId: subjects[0]?.subject.projectId ?? "",
      candidate: rule,
      baseline: null,
      features,
      edition: 1,
      from,
      to,
      now: to,
      devices: new Map(records.map(({ subject }) => [subject.deviceId, subject.deviceId])),
      draw: false
    },
    entrants: subjects.map(({ subject, who }) => ({
      subject,
      who,
      memory: noMemory,
      lastSeen: null,
      begins: records.reduce((least, r) => (r.subject.id === subject.id ? Math.min(least, r.at) : least), to),
      inForceSince: null
    })),
    records,
    arrivals: [...arrivals].sort((a, b) => a.at - b.at),
    to
  }
}

/**
 * Returns how the events of a scene change under disorder. Sizes are seconds or metres, for `reordered` a
 * number of records. The same `seed` gives the same disorder.
 */
export const stress = (scene: Scene, seed = 1) => {
  const past = pastOf(scene)
  const before = finished(eventsOf(past, past))
  const tried = allVariants.map((variant) => finished(tryVariant(past, before, variant, seed)))
  // the scene has parsed it
  const document = past.options.candidate.document as CanonicalDocument
  return {
    events: before.length,
    seed,
    ...summarizeStress(tried, document),
    variants: tried.map(summarizeVariant)
  }
}
