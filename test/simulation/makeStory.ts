// A story from a seed: a few minutes in the lives of a few animals, with people who change rules while
// engines die.
import type { RuleDocument } from "../../src/domain/rule/Document.ts"
import { Chance } from "./Chance.ts"
import { conditionsFrom, type Names, probe, ruleFrom, scopeFrom } from "./makeRule.ts"
import type { Animal, Area, Blow, Change, Edit, Item, Kind, Parcel, Project, Story } from "./Story.ts"

export const id = (kind: string, n: number): string =>
  `01900000-0000-7000-8000-0000000${kind}${n.toString(16).padStart(4, "0")}`
const EPOCH = Date.parse("2026-05-01T12:00:00Z")
export const SECOND = 1000
const DAY = 86_400_000

/** Several areas that touch, overlap, or lie apart, along the line the animals walk. */
const squareFrom = (chance: Chance) => {
  const west = chance.between(-2, 6),
    south = chance.pick([-1, -1, -1, 0])
  return { west, east: west + chance.between(1, 3), south, north: 1 }
}

export const areaFrom = (chance: Chance, project: number, n: number): Area => ({
  id: id("e", project * 16 + n),
  name: `area ${n}`,
  type: chance.pick(["zone", "geofence"]),
  square: squareFrom(chance)
})

const animalsFrom = (chance: Chance, projects: number): ReadonlyArray<Animal> =>
  Array.from({ length: chance.between(1, 3) }, (_, n) => {
    const project = chance.below(projects),
      deviceId = id("d", n * 16 + chance.below(16)),
      entityId = chance.happens(0.8) ? id("c", n * 16 + chance.below(16)) : null
    return {
      id: entityId ?? deviceId,
      projectId: id("a", project),
      entityId,
      deviceId,
      groupIds: entityId !== null && chance.happens(0.7) ? [id("b", project)] : []
    }
  })

const steps = [0, 1, 2, 5, 5, 5, 7, 10, 10, 15, 30]
const kinds: ReadonlyArray<Kind> = ["gnss", "gnss", "gnss", "gnss", "network", "a", "a", "b", "state"]

/** What one animal's collar takes, in the order of its time; each kind once a moment. */
export const trackFrom = (chance: Chance, animal: number, from: number, to: number): ReadonlyArray<Item> => {
  const items: Array<Item> = []
  const taken = new Set<string>()
  let lon = chance.between(-3, 8),
    value = chance.between(0, 8),
    mps: number | null = 2
  if (chance.happens(0.05))
    items.push({ animal, kind: "a", at: from - chance.pick([6, 8]) * DAY, lon, lat: 0, mps, value })
  for (let at = from + chance.between(0, 20) * SECOND; at < to; at += chance.pick(steps) * SECOND) {
    const kind = chance.pick(kinds)
    if (chance.happens(0.4)) lon = Math.max(-4, Math.min(9, lon + chance.pick([-2, -1, -0.5, 0.5, 1, 2])))
    if (chance.happens(0.4)) value = chance.between(0, 8)
    if (chance.happens(0.3)) mps = chance.pick([2, 5, 10, 20, null])
    if (taken.has(`${at} ${kind}`)) continue
    taken.add(`${at} ${kind}`)
    items.push({ animal, kind, at, lon, lat: chance.happens(0.9) ? 0 : -0.5, mps, value })
  }
  return items
}

/**
 * How a collar's records travel: at once, after a constant time, or many at a time; `disorder` adds the late,
 * the doubled and the early.
 */
export const parcelsFrom = (
  chance: Chance,
  lane: number,
  track: ReadonlyArray<Item>,
  disorder: boolean
): ReadonlyArray<Parcel> => {
  const manner = chance.pick(["at once", "at once", "constant", "bursts"] as const)
  const delay = manner === "constant" ? chance.pick([5, 15, 40]) * SECOND : 0
  // a collar whose clock is ahead sends what has not happened yet
  const ahead = disorder && chance.happens(0.1) ? chance.pick([3, 20, 60]) * SECOND : 0
  const parcels: Array<Parcel> = []
  const straggling = disorder ? chance.pick([0, 0.05, 0.2]) : 0
  let burst: Array<Item> = []
  for (const item of track) {
    const sent = Math.max(track[0]!.at, item.at) + delay - ahead
    if (chance.happens(straggling))
      parcels.push({ at: sent + chance.between(1, 150) * SECOND, lane: lane + 1, items: [item] })
    else if (manner === "bursts") burst.push(item)
    else parcels.push({ at: sent + chance.below(300), lane, items: [item] })
    if (burst.length > 0 && (chance.happens(0.15) || item === track.at(-1))) {
      parcels.push({ at: sent + chance.below(2000), lane, items: burst })
      burst = []
    }
    if (disorder && chance.happens(0.03))
      parcels.push({
        at: sent + chance.between(1, 60) * SECOND,
        lane: lane + 1,
        items: track.slice(-chance.between(1, 5)).filter((i) => i.at <= item.at)
      })
  }
  if (burst.length > 0) parcels.push({ at: (track.at(-1)?.at ?? 0) + delay, lane, items: burst })
  if (disorder && chance.happens(0.3))
    for (const p of parcels.slice())
      if (chance.happens(0.1))
        parcels.push({ ...p, at: p.at + chance.between(0, 40) * SECOND, lane: lane + 1 })
  return parcels.filter((p) => p.items.length > 0)
}

export const changeFrom = (
  chance: Chance,
  project: Project,
  names: Names,
  animals: ReadonlyArray<Animal>,
  documents: Map<string, RuleDocument>,
  n: number
): Change => {
  const { id: rule } = chance.pick(project.rules),
    document = documents.get(rule)!
  const save = (changed: RuleDocument): Change => {
    documents.set(rule, changed)
    return { what: "document", rule, document: changed }
  }
  switch (chance.below(13)) {
    case 0:
    case 1:
      return save({
        ...document,
        event: { ...document.event, title: `${document.event.title.split(" of ")[0]} of ${n}` }
      })
    case 2:
      return save({ ...document, for_seconds: chance.pick([0, 5, 10, 20, 45]) })
    case 3:
      return save({ ...document, cooldown_seconds: chance.pick([0, 5, 20]) })
    case 4:
      return save({ ...document, conditions: conditionsFrom(chance, document.trigger, names) })
    case 5:
      return save({ ...document, scope: scopeFrom(chance, names) })
    case 6:
      return save(ruleFrom(chance, names, `other of ${n}`))
    case 7:
      return { what: "disable", rule }
    case 8:
      return { what: "enable", rule }
    case 9:
      return { what: "break", rule }
    case 10: {
      const own = animals.flatMap((a, i) => (a.projectId === project.id && a.entityId !== null ? [i] : []))
      if (own.length > 0)
        return {
          what: "herd",
          animal: chance.pick(own),
          groupIds: chance.happens(0.5) ? [] : [names.groups[0]!]
        }
      return { what: "enable", rule }
    }
    case 11:
      return chance.happens(0.3)
        ? { what: "area gone", area: chance.pick(names.areas) }
        : { what: "area", area: { ...chance.pick(project.areas), square: squareFrom(chance) } }
    default:
      return { what: "area", area: { ...chance.pick(project.areas), square: squareFrom(chance) } }
  }
}

/** `disorder`: records come late, twice, and ahead of their time too. */
export const makeStory = (seed: number, disorder: boolean): Story => {
  const chance = new Chance(seed, "story")
  const from = EPOCH + chance.below(60) * SECOND + chance.pick([0, 0, 137])
  const to = from + chance.pick([60, 120, 180]) * SECOND
  const animals = animalsFrom(chance, 2)
  const namesOf = new Map<string, Names>()
  const projects = [...new Set(animals.map((a) => a.projectId))].map((projectId): Project => {
    const number = projectId === id("a", 0) ? 0 : 1
    const areas = Array.from({ length: chance.between(1, 3) }, (_, n) => areaFrom(chance, number, n))
    const names = {
      areas: areas.map((a) => a.id),
      entities: animals.map((a) => a.entityId ?? id("c", 255)),
      devices: animals.map((a) => a.deviceId),
      groups: [id("b", number)]
    }
    namesOf.set(projectId, names)
    const drafts = Array.from({ length: chance.between(2, 6) }, (_, n) => ({
      id: id("f", number * 16 + n),
      name: `rule ${n}`,
      enabled: chance.happens(0.9),
      document: ruleFrom(chance, names, `rule ${n}`)
    }))
    return {
      id: projectId,
      areas,
      rules: [
        ...drafts,
        ...(chance.happens(0.5)
          ? [{ id: id("f", number * 16 + 15), name: "probe", enabled: true, document: probe }]
          : [])
      ]
    }
  })
  const documents = new Map(projects.flatMap((p) => p.rules.map((r) => [r.id, r.document] as const)))
  const edits: Array<Edit> = []
  const busy = chance.pick([0, 1, 3, 8])
  const moments = Array.from({ length: chance.between(0, busy) }, () => chance.between(from, to)).sort(
    (a, b) => a - b
  )
  moments.forEach((at, n) => {
    const project = chance.pick(projects)
    edits.push({
      at,
      projectId: project.id,
      change: changeFrom(chance, project, namesOf.get(project.id)!, animals, documents, n)
    })
  })
  const parcels = animals
    .flatMap((_, n) => parcelsFrom(chance, 2 * n, trackFrom(chance, n, from, to), disorder))
    .sort((a, b) => a.at - b.at)
  const violence = chance.pick([0, 0.5, 2, 6])
  const blows = Array.from({ length: Math.round(violence * chance.next() * 3) }, (): Blow => ({
    at: chance.between(from, to),
    engine: chance.below(2),
    what: chance.pick(["kill", "kill", "stop", "freeze", "start", "start"]),
    lasts: chance.between(500, 25_000)
  })).sort((a, b) => a.at - b.at)
  const faults = violence === 0 || chance.happens(0.15) ? 0 : 0.02 + chance.next() * 0.2
  return {
    seed,
    from,
    to,
    projects,
    animals,
    parcels,
    edits,
    blows,
    faults,
    bounds: null,
    isWide: false,
    engines: 1,
    moves: [],
    pace: 0
  }
}
