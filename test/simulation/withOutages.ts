// A story in which ways in are not heard for a while, twenty times: the API, one source, another; with collars that
// keep what they send then and collars that do not, and a rule that asks who is silent.
import { Chance } from "./Chance.ts"
import type { Animal, Deafness, Draft, Story } from "./Story.ts"

const SECOND = 1000
const MANY = 20
const WAYS = [null, "north", "south"] as const

/** Two sources of one animal, or one, or none: it pushes. */
const reports: ReadonlyArray<NonNullable<Animal["ways"]>> = [
  [null],
  [null],
  ["north"],
  ["north"],
  ["south"],
  ["north", "south"],
  [null, "north"]
]

const silenceOf = (chance: Chance, { id }: Story["projects"][number], n: number): Draft => ({
  id: `01900000-0000-7000-8000-00000009${id.slice(-3)}${n.toString(16)}`,
  name: `silence ${n}`,
  enabled: true,
  document: {
    trigger: { kind: "schedule", every_seconds: 10 },
    conditions: { type: "no_data", for_seconds: chance.pick([10, 20, 30]) },
    event: { event_type: "SEEN", title: `silence ${n}`, create_alert: chance.happens(0.5) }
  }
})

/** Clocks that are ahead tell of moments of which nobody knows yet whether anything will be heard. */
const onTime = (story: Story): Story["parcels"] =>
  story.parcels
    .map((p) => ({ ...p, at: Math.max(p.at, ...p.items.map((i) => i.at)) }))
    .toSorted((a, b) => a.at - b.at)

export const withOutages = (story: Story): Story => {
  const chance = new Chance(story.seed, "outages")
  const animals = story.animals.map((animal) => ({
    ...animal,
    ways: chance.pick(reports),
    forgets: chance.happens(0.4)
  }))
  const free = new Map<string | null, number>()
  const outages: Array<Deafness> = []
  for (let n = 0; n < MANY; n++) {
    const way = chance.pick(WAYS),
      from = (free.get(way) ?? story.from + 5 * SECOND) + chance.between(500, 30 * SECOND),
      to = from + chance.pick([2, 5, 10, 20, 40]) * SECOND + chance.below(1000)
    if (to > story.to + 10 * SECOND) continue
    free.set(way, to + 3 * SECOND)
    outages.push({ way, from, to })
  }
  return {
    ...story,
    animals,
    outages,
    parcels: onTime(story),
    projects: story.projects.map((p) => ({
      ...p,
      rules: [...p.rules, silenceOf(chance, p, 1), silenceOf(chance, p, 2)]
    }))
  }
}
