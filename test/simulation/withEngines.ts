// A story in which several engines share the partitions: engines that come and go, stand still until others have claimed
// their partitions, and are granted a partition while another holds it; with a rule by which samples are counted.
import { Chance } from "./Chance.ts"
import { probe } from "./makeRule.ts"
import { SECOND } from "./makeStory.ts"
import type { Blow, Draft, Story } from "./Story.ts"

/** MAX_ENGINES is how many engines share the partitions at most. */
const MAX_ENGINES = 4

/** Whether a rule is the one by which the samples of a project are counted: nothing edits it. */
export const isCounter = (ruleId: string): boolean => ruleId.startsWith(COUNTER)
const COUNTER = "01900000-0000-7000-8000-00000008"

const counterOf = (projectId: string): Draft => ({
  id: `${COUNTER}${projectId.slice(-4)}`,
  name: "samples",
  enabled: true,
  document: { ...probe, event: { event_type: "SEEN", title: "samples" } }
})

/** What befalls engines that share: more of them leave and stand still than of one alone. */
const blowsOf = (chance: Chance, { from, to }: Story, engines: number): ReadonlyArray<Blow> =>
  Array.from({ length: chance.between(2, 3 * engines) }, (): Blow => {
    const what = chance.pick(["kill", "leave", "leave", "freeze", "freeze", "overlap", "start"] as const)
    return {
      at: chance.between(from, to),
      engine: chance.below(engines),
      what,
      lasts: what === "overlap" ? chance.between(500, 8000) : chance.between(1000, 25_000)
    }
  })

/** Engines that leave in order: no commit is refused for that. */
const leavesOf = (chance: Chance, { from, to }: Story, engines: number): ReadonlyArray<Blow> =>
  Array.from({ length: chance.below(2 * engines) }, (): Blow => ({
    at: chance.between(from, to),
    engine: chance.below(engines),
    what: "leave",
    lasts: chance.between(100, 25_000)
  }))

export const withEngines = (story: Story): Story => {
  // a story of an even seed has one engine
  if (story.seed % 2 === 0) return story
  const chance = new Chance(story.seed, "engines"),
    engines = chance.between(2, MAX_ENGINES),
    isCalm = story.faults === 0
  const starts = Array.from({ length: engines - 2 }, (_, n): Blow => ({
    at: chance.happens(0.5) ? story.from : chance.between(story.from, story.to),
    engine: n + 2,
    what: "start",
    lasts: 0
  }))
  const blows = isCalm ? leavesOf(chance, story, engines) : blowsOf(chance, story, engines)
  return {
    ...story,
    engines,
    blows: [...story.blows, ...starts, ...blows].toSorted((a, b) => a.at - b.at),
    moves: Array.from({ length: chance.below(4) }, () => ({
      at: chance.between(5, 40) * SECOND,
      engine: chance.below(engines)
    })),
    projects: story.projects.map((p) => ({ ...p, rules: [...p.rules, counterOf(p.id)] }))
  }
}
