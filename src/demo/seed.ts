// Sets the demo farm up on a server: project, animals, devices, places, rules, and two weeks of past.
// Done once; what people change afterwards stays changed.
import { Clock, Data, Effect } from "effect"
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
import { EARLIEST_MS } from "../domain/time.ts"
import { demoProject, isDemo } from "../domain/tracking/demoProject.ts"
import type { Project } from "../domain/tracking/Project.ts"
import { cast, type Kind } from "./cast.ts"
import { hashWords } from "../domain/seededRandom.ts"
import { features } from "./farm.ts"
import { type Farmlife, farmlife, past, TICK_MS } from "./Farmlife.ts"

/**
 * Templates that would tell of every animal at once: a night without the server is a silence of all, and the
 * one site of the farm is its yard, where none of them drinks.
 */
const QUIET_RULES: ReadonlySet<string> = new Set(["no_data", "not_at_site"])

/** Rules that are about animals: a car that is driven does not run. */
const GRAZER_RULES: ReadonlySet<string> = new Set(["running"])

/** Of the demo that is there by itself. */
export const DEMO_SLUG = "demo"
/** How much past is told, milliseconds. */
export const DEMO_PAST_MS = 14 * 86_400_000
/** Reports of a request. */
const MAX_BATCH_REPORTS = 1000

/** The project has the demo's slug and is not the demo. */
class NotOurs extends Data.TaggedError("NotOurs")<{ readonly message: string }> {}

/** Demo is a demo farm that was created. */
export interface Demo {
  readonly project: Project
  readonly life: Farmlife
  readonly live: Source
  readonly history: Source
  /** the tick up to which the past was told */
  readonly told: number
}

const setUp = Effect.fnUntraced(function* (
  project: Project,
  seed: number,
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
        : {
            attributes: {
              body_mass_kg: Math.round(mass[kind] * (0.85 + (hashWords(seed, index) % 31) / 100))
            }
          })
    }))
  )
  yield* ensureFeatures(project, features)
  yield* Effect.forEach(
    cast,
    ({ device, name }) =>
      Effect.gen(function* () {
        const id = yield* ensureDevice(sources, device)
        yield* ensureInProject(id, project, { from: EARLIEST_MS, to: null })
        yield* ensureOnEntity(id, entities.get(name)!, { from: EARLIEST_MS, to: null })
      }),
    { concurrency: 4, discard: true }
  )
  const grazers = [types.get("cow")!, types.get("sheep")!]
  const known = new Set((yield* readAll((query) => rules.list({ params, query }))).map((r) => r.name))
  for (const { document, key, name } of yield* readAll((query) => rules.templates({ params, query }))) {
    if (!known.has(name))
      yield* rules.create({
        params,
        payload: {
          name,
          document: GRAZER_RULES.has(key) ? { ...document, scope: { entity_type_ids: grazers } } : document,
          enabled: !QUIET_RULES.has(key)
        }
      })
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

/** Sends everybody's reports after tick `from` up to `to`. */
const tellPast = Effect.fnUntraced(function* (life: Farmlife, source: Source, from: number, to: number) {
  let items: Array<string> = []
  for (const report of past(life, from, to)) {
    items.push(JSON.stringify(report))
    if (items.length < MAX_BATCH_REPORTS) continue
    yield* sendReports(source, `[${items.join(",")}]`)
    items = []
  }
  if (items.length > 0) yield* sendReports(source, `[${items.join(",")}]`)
})

/**
 * The demo that a project is, on the server at `url`: set up once, and its past told up to now, of `pastMs`
 * at most.
 */
export const seedProject = Effect.fn("demo.seedProject")(function* (
  url: string,
  project: Project,
  pastMs = DEMO_PAST_MS
) {
  const { projects } = yield* Pugmark
  if (!isDemo(project.settings))
    return yield* new NotOurs({
      message: `the project "${project.slug}" is not the demo; the demo is left out`
    })
  const { demo, ...settings } = project.settings
  const life = farmlife(demo.seed, demo.started_at)
  const live = yield* ensureSource(url, project, { name: "Demo herd", config: {} })
  const history = yield* ensureSource(url, project, { name: "Demo herd, past", config: { history: true } })
  if (!demo.complete) yield* setUp(project, demo.seed, [live, history])
  const told = life.tickAt(yield* Clock.currentTimeMillis)
  const known = yield* knownTick(life, project)
  yield* tellPast(life, history, Math.max(known, told - pastMs / TICK_MS), told)
  if (!demo.complete)
    yield* projects.update({
      params: { project_id: project.id },
      headers: {},
      payload: { settings: { ...settings, demo: { ...demo, complete: true } } }
    })
  return { project, life, live, history, told } satisfies Demo
})

/** The demo on the server at `url`, made on the first call, and its past up to now. */
export const seed = Effect.fn("demo.seed")(function* (url: string) {
  const now = yield* Clock.currentTimeMillis
  const project = yield* ensureProject({ ...demoProject("Demo farm", now, false), slug: DEMO_SLUG })
  return yield* seedProject(url, project)
})
