// A story made wide: more projects and animals beside those it has, crowds that schedules ask, floods of
// records that make many rules fire, and engines that may do little at a time. All of it is drawn apart, so
// that the story within is the one it was.
import { PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import type { RuleDocument } from "../../src/domain/rule/Document.ts"
import type { BatchLimits } from "../../src/engine/live/AdaptiveBatchLimit.ts"
import { Chance } from "./Chance.ts"
import { type Names, probe, ruleFrom } from "./makeRule.ts"
import { areaFrom, changeFrom, id, parcelsFrom, SECOND, trackFrom } from "./makeStory.ts"
import type { Animal, Draft, Edit, Item, Kind, Parcel, Project, Story } from "./Story.ts"

/** Animals and rules of a wide story are numbered from here on; lanes of parcels too. */
const FIRST_ANIMAL = 16
const FIRST_RULE = 0x1000
const FIRST_LANE = 1000
/** Turns that a flood may take: it is smaller where engines may do little at a time. */
const TURNS = 60

const boundsFrom = (chance: Chance): BatchLimits | null => {
  if (chance.happens(0.3)) return null
  return {
    events: chance.pick([1, 1, 2, 3, 5, 10, 20]),
    evaluations: chance.pick([1, 3, 10, 50, 200, 400_000]),
    bytes: chance.pick([1, 5000, 50_000, 8 << 20]),
    records: chance.pick([1, 2, 5, 20, 5000])
  }
}

/** How many evaluations a turn has room for, roughly. */
const roomOf = (bounds: BatchLimits | null): number =>
  bounds === null
    ? Infinity
    : Math.max(1, Math.min(2 * bounds.events, bounds.evaluations, bounds.bytes / 1500))

const namesOf = (project: Project, animals: ReadonlyArray<Animal>): Names => ({
  areas: project.areas.map((a) => a.id),
  entities: animals.map((a) => a.entityId ?? id("c", 255)),
  devices: animals.map((a) => a.deviceId),
  groups: [id("b", numberOf(project.id))]
})

const numberOf = (projectId: string): number => Number.parseInt(projectId.slice(-4), 16)

const event = (title: string, chance: Chance): RuleDocument["event"] => ({
  event_type: "STORM",
  title,
  create_alert: chance.happens(0.3),
  severity: "info"
})

/** A rule that fires again and again in a flood, at records, at deadlines or at ticks. */
const stormFrom = (chance: Chance, names: Names, title: string): RuleDocument => {
  const head = {
    scope: {},
    for_seconds: chance.pick([0, 0, 0, 1, 5]),
    cooldown_seconds: chance.pick([0, 0, 1]),
    event: event(title, chance)
  }
  const area = { feature_ids: [chance.pick(names.areas)] }
  switch (chance.below(7)) {
    case 0:
    case 1:
      return {
        ...head,
        trigger: { kind: "position" },
        conditions: { type: "threshold", metric: "speed_kmh", op: chance.pick([">", "<"]), value: 36 }
      }
    case 2:
      return {
        ...head,
        trigger: { kind: "position" },
        conditions: {
          any: [
            { type: "spatial", relation: "enter", ...area },
            { type: "spatial", relation: "exit", ...area }
          ]
        }
      }
    case 3:
      return {
        ...head,
        trigger: { kind: "measurement" },
        conditions: {
          type: "threshold",
          metric: chance.pick(["a", "b"]),
          op: chance.pick([">", "<"]),
          value: 4
        }
      }
    case 4:
      return {
        ...head,
        trigger: { kind: "schedule", every_seconds: chance.pick([10, 15]) },
        conditions: { type: "threshold", metric: "a", op: ">", value: 4 }
      }
    case 5:
      return ruleFrom(chance, names, title)
    default:
      return { ...probe, event: event(title, chance) }
  }
}

/** Whom a schedule asks: it fires for many of a crowd at once. */
const rollCallFrom = (chance: Chance, title: string): RuleDocument => ({
  trigger: { kind: "schedule", every_seconds: chance.pick([10, 10, 15, 30]) },
  scope: {},
  conditions: chance.happens(0.6)
    ? { type: "no_data", for_seconds: chance.pick([5, 5, 20]) }
    : { type: "threshold", metric: "a", op: ">", value: chance.between(1, 5) },
  for_seconds: chance.pick([0, 0, 0, 10]),
  cooldown_seconds: chance.pick([0, 10, 10]),
  event: event(title, chance)
})

/** What is added to a story, as it grows. */
class Wide {
  readonly chance: Chance
  readonly animals: Array<Animal>
  readonly projects: Array<Project>
  readonly parcels: Array<Parcel>
  readonly edits: Array<Edit>
  private readonly partitions: ReadonlyArray<number>
  private rules = 0
  private lanes = FIRST_LANE

  constructor(story: Story) {
    this.chance = new Chance(story.seed, "flood")
    this.animals = [...story.animals]
    this.projects = [...story.projects]
    this.parcels = [...story.parcels]
    this.edits = [...story.edits]
    const home = Number.parseInt(story.animals[0]!.id.slice(-1), 16)
    this.partitions = [
      home,
      ...Array.from({ length: this.chance.below(3) }, () => this.chance.below(PARTITIONS))
    ]
  }

  project(): Project {
    const { chance } = this,
      number = 2 + this.projects.length
    const areas = Array.from({ length: chance.between(1, 2) }, (_, n) => areaFrom(chance, number, n))
    const project: Project = { id: id("a", number), areas, rules: [] }
    this.projects.push(project)
    this.addRules(
      project,
      Array.from(
        { length: chance.between(1, 3) },
        () => (names: Names, title: string) => ruleFrom(chance, names, title)
      )
    )
    return this.projects.at(-1)!
  }

  addRules(
    { id: projectId }: Project,
    documents: ReadonlyArray<(names: Names, title: string) => RuleDocument>
  ): void {
    const at = this.projects.findIndex((p) => p.id === projectId),
      project = this.projects[at]!,
      names = namesOf(project, this.animals)
    const drafts = documents.map((documentOf): Draft => {
      const n = this.rules++
      return {
        id: id("f", FIRST_RULE + n),
        name: `wide ${n}`,
        enabled: true,
        document: documentOf(names, `wide ${n}`)
      }
    })
    this.projects[at] = { ...project, rules: [...project.rules, ...drafts] }
  }

  /** By number. */
  animal({ id: projectId }: Project, partition = this.partition()): number {
    const { chance } = this,
      n = FIRST_ANIMAL + this.animals.length
    const deviceId = id("d", n * PARTITIONS + partition),
      entityId = chance.happens(0.8) ? id("c", n * PARTITIONS + partition) : null
    return (
      this.animals.push({
        id: entityId ?? deviceId,
        projectId,
        entityId,
        deviceId,
        groupIds: entityId !== null && chance.happens(0.5) ? [id("b", numberOf(projectId))] : []
      }) - 1
    )
  }

  partition(): number {
    return this.chance.pick(this.partitions)
  }

  lane(): number {
    this.lanes += 2
    return this.lanes
  }

  edit(at: number, { id: projectId }: Project, n: number): void {
    const project = this.projects.find((p) => p.id === projectId)!
    if (project.rules.length === 0) return
    const documents = new Map(project.rules.map((r) => [r.id, r.document] as const))
    this.edits.push({
      at,
      projectId,
      change: changeFrom(this.chance, project, namesOf(project, this.animals), this.animals, documents, n)
    })
  }
}

const kinds: ReadonlyArray<Kind> = ["gnss", "gnss", "gnss", "a", "a", "b", "network", "state"]

/** Records that cross limits and borders at each step. */
const floodOf = (
  chance: Chance,
  animal: number,
  from: number,
  step: number,
  count: number
): ReadonlyArray<Item> => {
  const west = chance.between(-3, 4),
    one = chance.pick(kinds),
    isMixed = chance.happens(0.6)
  return Array.from({ length: count }, (_, n): Item => {
    const isUp = n % 2 === 0 || chance.happens(0.1)
    return {
      animal,
      kind: isMixed ? chance.pick(kinds) : one,
      at: from + n * step,
      lon: isUp ? west : west + 4,
      lat: 0,
      mps: isUp ? 2 : 20,
      value: isUp ? 1 : 7
    }
  })
}

/**
 * An animal of others, beside a flood that arrives now: it says something again and again, and a rule fires
 * each time.
 */
const addWitness = (wide: Wide, now: number): void => {
  const { chance } = wide,
    project = wide.project(),
    animal = wide.animal(project),
    lane = wide.lane(),
    step = chance.pick([100, 300, 1000])
  wide.addRules(project, [(_, title) => ({ ...probe, event: event(title, chance) })])
  for (let n = chance.between(5, 15), at = now - chance.between(0, 2) * step; n > 0; n--, at += step) {
    wide.parcels.push({ at, lane, items: [{ animal, kind: "a", at, lon: 0, lat: 0, mps: 2, value: n % 8 }] })
  }
}

/**
 * A few parcels that bring much at once; some of it before what is older, some with records of others among
 * it.
 */
const addFlood = (wide: Wide, story: Story): void => {
  const { chance } = wide,
    project = chance.pick(wide.projects)
  const storms = chance.between(1, 6)
  wide.addRules(
    project,
    Array.from({ length: storms }, () => (names: Names, title: string) => stormFrom(chance, names, title))
  )
  const own = wide.animals.flatMap((a, n) => (a.projectId === project.id ? [n] : []))
  const flooding = Array.from({ length: chance.between(1, 3) }, () =>
    own.length > 0 && chance.happens(0.4) ? chance.pick(own) : wide.animal(project)
  )
  const most = Math.min(200, (TURNS * roomOf(story.bounds)) / storms),
    count = Math.max(6, Math.floor((most * (0.2 + 0.8 * chance.next())) / flooding.length))
  const step = Math.min(chance.pick([100, 500, 1000, 2000]), Math.floor((story.to - story.from) / count))
  const begins = chance.between(story.from, story.to - count * step)
  const items = flooding.flatMap((animal) => floodOf(chance, animal, begins, step, count))
  // a gateway that sends for others too
  const others = wide.animals.flatMap((a, n) =>
    a.projectId !== project.id && chance.happens(0.3) ? [n] : []
  )
  items.push(
    ...others.flatMap((animal) =>
      floodOf(chance, animal, begins, step * 5, Math.ceil(Math.min(5, count / 5)))
    )
  )
  const pieces = chance.between(1, 6),
    isWhole = chance.happens(0.3)
  const sorted = isWhole
    ? items.toSorted((a, b) => a.animal - b.animal || a.at - b.at)
    : items.toSorted((a, b) => a.at - b.at)
  const size = Math.ceil(sorted.length / pieces),
    lane = wide.lane()
  const sent = begins + count * step + chance.pick([0, 0, 10, 60]) * SECOND,
    isBackwards = chance.happens(0.25)
  for (let n = 0; n < pieces; n++) {
    const part = sorted.slice(n * size, (n + 1) * size),
      turn = isBackwards ? pieces - n : n
    if (part.length > 0)
      wide.parcels.push({
        at: sent + turn * chance.pick([0, 50, 1000]),
        lane: chance.happens(0.5) ? lane : wide.lane(),
        items: part
      })
  }
  if (chance.happens(0.5)) addWitness(wide, sent)
  for (let n = chance.pick([0, 0, 1, 3]); n > 0; n--)
    wide.edit(sent + chance.between(-5, 10) * SECOND, project, 100 + n)
}

/** Many animals that say little, and schedules that ask all of them. */
const addCrowd = (wide: Wide, { from, to }: Story): void => {
  const { chance } = wide,
    project = chance.happens(0.5) ? wide.project() : chance.pick(wide.projects)
  wide.addRules(
    project,
    Array.from(
      { length: chance.between(1, 3) },
      () => (_: Names, title: string) => rollCallFrom(chance, title)
    )
  )
  const partition = chance.happens(0.6) ? wide.partition() : undefined
  for (let n = chance.between(4, 10); n > 0; n--) {
    const animal = wide.animal(project, partition),
      lane = wide.lane()
    for (
      let k = chance.between(1, 4), at = from;
      k > 0 && at < to;
      k--, at += chance.between(5, 60) * SECOND
    ) {
      wide.parcels.push({
        at: at + chance.below(5) * SECOND,
        lane,
        items: [
          {
            animal,
            kind: chance.pick(["a", "gnss"]),
            at,
            lon: 0,
            lat: 0,
            mps: 2,
            value: chance.between(0, 8)
          }
        ]
      })
    }
  }
  if (chance.happens(0.3)) wide.edit(chance.between(from, to), project, 200)
}

/** Projects beside, as the story has them. */
const addNeighbours = (wide: Wide, { from, seed, to }: Story): void => {
  const { chance } = wide
  for (let n = chance.between(1, 3); n > 0; n--) {
    const project = wide.project()
    for (let k = chance.between(1, 2); k > 0; k--) {
      const animal = wide.animal(project)
      wide.parcels.push(
        ...parcelsFrom(chance, wide.lane(), trackFrom(chance, animal, from, to), seed % 4 !== 0)
      )
    }
  }
}

/** Nothing goes wrong: how long anybody waits can be told then. */
const calm = { faults: 0, blows: [] }

export const widen = (story: Story): Story => {
  const limits = new Chance(story.seed, "bounds"),
    bounds = boundsFrom(limits),
    pace = limits.pick([0, 1, 5, 20])
  const wide = new Wide(story),
    { chance } = wide,
    base = { ...story, bounds, pace, isWide: true, ...(limits.happens(0.25) ? calm : {}) }
  if (chance.happens(0.4)) addNeighbours(wide, base)
  if (chance.happens(0.45)) addCrowd(wide, base)
  for (let n = chance.pick([0, 1, 1, 2]); n > 0; n--) addFlood(wide, base)
  const { animals, edits, parcels, projects } = wide
  return {
    ...base,
    animals,
    projects,
    parcels: parcels.toSorted((a, b) => a.at - b.at),
    edits: edits.toSorted((a, b) => a.at - b.at)
  }
}
