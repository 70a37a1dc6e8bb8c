// Sets the demo farm up on a server: project, animals, devices, places, rules, and two days of past. Done
// once; what people change afterwards stays changed.
import { Clock, Data, Effect, Schema } from "effect"
import {
  ensureDevice,
  ensureEntities,
  ensureFeatures,
  ensureGroup,
  ensureInProject,
  ensureOnEntity,
  ensureProject,
  ensureSource,
  entityTypeIds
} from "../client/ensure.ts"
import { Pugmark } from "../client/Pugmark.ts"
import { readAll } from "../client/readAll.ts"
import { sendReports, type Source } from "../client/sendReports.ts"
import { EARLIEST } from "../domain/time.ts"
import type { Project } from "../domain/tracking/Project.ts"
import { cast, type Kind } from "./cast.ts"
import { hash } from "./chance.ts"
import { features } from "./farm.ts"
import { type Farmlife, farmlife, past, TICK_MS } from "./Farmlife.ts"

const SLUG = "demo"
const SEED = 20_260_321
const PAST_MS = 2 * 86_400_000
/** Reports of a request. */
const AT_ONCE = 1000

/** The project has the demo's slug and is not the demo. */
export class NotOurs extends Data.TaggedError("NotOurs")<{ readonly message: string }> {}

/** What the project remembers of the demo, in its settings. */
const Remembered = Schema.Struct({
  demo: Schema.Struct({ seed: Schema.Int, started_at: Schema.Int, complete: Schema.Boolean })
})
const isRemembered = Schema.is(Remembered)

export interface Demo {
  readonly life: Farmlife
  readonly live: Source
  /** the tick up to which the past was told */
  readonly told: number
}

const setUp = Effect.fnUntraced(function* (
  project: Project,
  sources: readonly [Source, ...ReadonlyArray<Source>]
) {
  const { rules } = yield* Pugmark
  const params = { project_id: project.id }
  const herd = yield* ensureGroup(project, { name: "Herd", parent_id: null })
  const groups: Readonly<Record<Kind, string>> = {
    cow: (yield* ensureGroup(project, { name: "Cows", parent_id: herd.id })).id,
    sheep: (yield* ensureGroup(project, { name: "Sheep", parent_id: herd.id })).id,
    vehicle: (yield* ensureGroup(project, { name: "Vehicles", parent_id: null })).id,
    person: (yield* ensureGroup(project, { name: "People", parent_id: null })).id
  }
  const types = yield* entityTypeIds
  const mass: Readonly<Record<Kind, number>> = { cow: 520, sheep: 65, vehicle: 0, person: 0 }
  const entities = yield* ensureEntities(
    project,
    cast.map(({ index, kind, name }) => ({
      name,
      entity_type_id: types.get(kind)!,
      group_id: groups[kind],
      ...(mass[kind] === 0
        ? {}
        : { attributes: { body_mass_kg: Math.round(mass[kind] * (0.85 + (hash(SEED, index) % 31) / 100)) } })
    }))
  )
  yield* ensureFeatures(project, features)
  yield* Effect.forEach(
    cast,
    ({ device, name }) =>
      Effect.gen(function* () {
        const id = yield* ensureDevice(sources, device)
        yield* ensureInProject(id, project, { from: EARLIEST, to: null })
        yield* ensureOnEntity(id, entities.get(name)!, { from: EARLIEST, to: null })
      }),
    { concurrency: 4, discard: true }
  )
  const known = new Set((yield* readAll((query) => rules.list({ params, query }))).map((r) => r.name))
  for (const { document, key, name } of yield* readAll((query) => rules.templates({ params, query }))) {
    // a night without the server would be news of every animal
    if (!known.has(name))
      yield* rules.create({ params, payload: { name, document, enabled: key !== "no_data" } })
  }
})

/**
 * The newest tick that the server has a position of; reports are sent in order of time, so all before it are
 * there too.
 */
const knownTick = Effect.fnUntraced(function* (life: Farmlife, project: Project) {
  const { positions } = yield* Pugmark
  const {
    items: [newest]
  } = yield* positions.list({ params: { project_id: project.id }, query: { limit: 1 } })
  return newest === undefined ? -Infinity : life.tickAt(Date.parse(newest.time))
})

/** Sends everybody's reports after tick `from` up to `to`, two days of them at most. */
const tellPast = Effect.fnUntraced(function* (life: Farmlife, source: Source, from: number, to: number) {
  let items: Array<string> = []
  for (const report of past(life, Math.max(from, to - PAST_MS / TICK_MS), to)) {
    items.push(JSON.stringify(report))
    if (items.length < AT_ONCE) continue
    yield* sendReports(source, `[${items.join(",")}]`)
    items = []
  }
  if (items.length > 0) yield* sendReports(source, `[${items.join(",")}]`)
})

/** The demo on the server at `url`, made on the first call, and its past up to now. */
export const seed = Effect.fn("demo.seed")(function* (url: string) {
  const { projects } = yield* Pugmark
  const now = yield* Clock.currentTimeMillis
  const project = yield* ensureProject({
    slug: SLUG,
    name: "Demo farm",
    timezone: "Europe/Madrid",
    description:
      "A made-up farm in Extremadura. Its animals live by a seeded random walk as long as the server " +
      "runs; DEMO=off at the start stops them.",
    settings: { demo: { seed: SEED, started_at: now, complete: false } }
  })
  if (!isRemembered(project.settings))
    return yield* new NotOurs({ message: `the project "${SLUG}" is not the demo; the demo is left out` })
  const { demo } = project.settings
  const life = farmlife(demo.seed, demo.started_at)
  const live = yield* ensureSource(url, project, { name: "Demo herd", config: {} })
  const history = yield* ensureSource(url, project, { name: "Demo herd, past", config: { history: true } })
  if (!demo.complete) yield* setUp(project, [live, history])
  const told = life.tickAt(now)
  yield* tellPast(life, history, yield* knownTick(life, project), told)
  if (!demo.complete)
    yield* projects.update({
      params: { project_id: project.id },
      payload: { settings: { ...project.settings, demo: { ...demo, complete: true } } }
    })
  return { life, live, told }
})
