// The analyses of the demo: one of each module, and one that fails because its area is removed while it waits.
// The worker makes them, once; they go with the project, and what people remove stays removed.
import { Cause, Effect, Schedule } from "effect"
import { Pugmark } from "../client/Pugmark.ts"
import { readAll } from "../client/readAll.ts"
import type { ModuleKey } from "../domain/analysis/catalogue.ts"
import { formatInstant } from "../domain/time.ts"
import { isDemo } from "../domain/tracking/demoProject.ts"
import { oldPasture, pastures } from "./farm.ts"
import { type Demo, DEMO_PAST_MS } from "./seed.ts"

/** The days with a fix every five minutes, and those before: a run over both would judge one by the other. */
const FINE_PAST_MS = 2 * 86_400_000

/** The run that fails, and one that the worker is given before it. */
const FAILING_RUN_NAME = "Use of the old pasture, removed meanwhile",
  FIRST_RUN_NAME = "Use of the old pasture"
/** MAX_ATTEMPTS is how often a run that did not wait is started again. */
const MAX_ATTEMPTS = 5

const startRuns = Effect.fn("demo.startRuns")(function* ({ life, project, told }: Demo) {
  const { analyses, analysisModules, features, groups } = yield* Pugmark
  const params = { project_id: project.id }
  const offered = yield* readAll((query) => analysisModules.listOfProject({ params, query }))
  if (offered.length === 0) return
  const isOffered = (module: ModuleKey) => offered.some(({ key }) => key === module)
  const groupIds = new Map(
    (yield* readAll((query) => groups.list({ params, query }))).map(({ id, name }) => [name, id])
  )
  const areas = (yield* readAll((query) =>
    features.list({ params, query: { ...query, feature_type: "zone" } })
  ))
    .filter(({ name }) => pastures.some((pasture) => pasture.name === name))
    .map(({ id }) => id)
  const end = life.timeOf(told)
  const fine = [end - FINE_PAST_MS, end] as const,
    coarse = [end - DEMO_PAST_MS, end - FINE_PAST_MS] as const
  // a start that was broken off may have left some
  const known = new Set((yield* readAll((query) => analyses.list({ params, query }))).map(({ name }) => name))
  const payloadOf = (
    module: ModuleKey,
    name: string,
    group: string,
    [from, to]: typeof fine,
    more: object
  ) => ({
    module,
    name,
    parameters: {
      group_id: groupIds.get(group),
      time_from: formatInstant(from),
      time_to: formatInstant(to),
      ...more
    }
  })
  const run = (...given: Parameters<typeof payloadOf>) =>
    known.has(given[1]) ? Effect.void : analyses.create({ params, headers: {}, payload: payloadOf(...given) })

  if (isOffered("movement")) yield* run("movement", "Cows, two days", "Cows", fine, { cell_m: 25 })
  if (!isOffered("grazing")) return
  yield* run("grazing", "Use of the pastures, twelve days", "Herd", coarse, {
    feature_ids: areas,
    weighting: "metabolic",
    weight_key: "body_mass_kg"
  })
  if (known.has(FAILING_RUN_NAME)) return
  const start = (name: string, area: string) =>
    analyses.create({
      params,
      headers: {},
      payload: payloadOf("grazing", name, "Herd", coarse, { feature_ids: [area] })
    })
  /** Ends a run and removes it. */
  const discard = (run_id: string) =>
    analyses.cancel({ params: { ...params, run_id } }).pipe(
      Effect.ignore,
      Effect.andThen(
        Effect.retry(analyses.remove({ params: { ...params, run_id } }), {
          schedule: Schedule.spaced("1 second"),
          times: 60
        })
      ),
      Effect.ignore
    )
  /** Whether the run waits while its area is gone: whatever the worker does then, it fails. */
  const attempt = Effect.fnUntraced(function* (isWorkerIdle: boolean) {
    const { id } = yield* features.create({ params, payload: oldPasture })
    const [before, failing] = yield* Effect.ensuring(
      Effect.all([
        isWorkerIdle ? start(FIRST_RUN_NAME, id) : Effect.succeed(null),
        start(FAILING_RUN_NAME, id)
      ]),
      Effect.ignore(features.remove({ params: { ...params, feature_id: id }, headers: {} }))
    )
    const { status } = yield* analyses.get({ params: { ...params, run_id: failing.id } })
    if (status !== "queued") yield* discard(failing.id)
    if (before !== null) yield* discard(before.id)
    return status === "queued"
  })
  // a worker without other work may have begun before the area went: it is given other work first
  if (!(yield* attempt(false)))
    yield* Effect.repeat(attempt(true), { until: (isSure) => isSure, times: MAX_ATTEMPTS })
})

/** Starts the analyses of a demo that has none yet; what goes wrong is logged, and hinders nothing else. */
export const analyseOnce = (demo: Demo) =>
  Effect.gen(function* () {
    const { projects } = yield* Pugmark
    const params = { project_id: demo.project.id }
    const { settings } = yield* projects.get({ params })
    if (!isDemo(settings) || settings.demo.analysed === true) return
    yield* startRuns(demo)
    yield* projects.update({
      params,
      headers: {},
      payload: { settings: { ...settings, demo: { ...settings.demo, analysed: true } } }
    })
  }).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logWarning("the demo has no analyses until the next start", cause)
    )
  )
