// Demos that people requested, beside the one that is created by itself: each is set up and kept moving until its
// project is removed. What goes wrong is logged and tried again; nothing here is fatal.
import { Cause, type Duration, Effect, FiberMap, Layer, Queue, Schedule } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { Pugmark } from "../client/Pugmark.ts"
import { readAll } from "../client/readAll.ts"
import { isDemo } from "../domain/tracking/demoProject.ts"
import type { Project } from "../domain/tracking/Project.ts"
import { analyseOnce } from "./analyseOnce.ts"
import { move } from "./move.ts"
import { type Demo, seedProject, DEMO_SLUG } from "./seed.ts"

/** RequestedOptions are the options of the loop that runs requested demos. */
export interface RequestedOptions {
  readonly baseUrl: string
  /** of a server admin */
  readonly token: string
  /** ids of the requested projects, as they are requested */
  readonly asked: Queue.Dequeue<string>
  /** whether those of before the start go on; the one that is there by itself is another's */
  readonly again: boolean
  /** how often it is looked whether a project is still there; 15 s unless given */
  readonly lookEvery?: Duration.Input
  /** how much past is told, milliseconds; two weeks unless given */
  readonly pastMs?: number
}

const isRequested = ({ settings }: Project): boolean => isDemo(settings) && settings.demo.requested === true

/** The project of a requested demo; null: it is gone, or is one no more. */
const find = Effect.fnUntraced(function* (id: string) {
  const { projects } = yield* Pugmark
  const project = yield* projects
    .get({ params: { project_id: id } })
    .pipe(Effect.catchTag("NotFound", () => Effect.succeed(null)))
  return project !== null && isRequested(project) ? project : null
})

/** Nothing comes in for it any more; what has come in has devices, which keep their sources. */
const close = Effect.fnUntraced(function* ({ history, live }: Demo) {
  const { dataSources } = yield* Pugmark
  yield* Effect.forEach([live, history], ({ id }) =>
    dataSources
      .update({ params: { data_source_id: id }, payload: { enabled: false } })
      .pipe(Effect.catchTag("NotFound", () => Effect.void))
  )
})

/** One demo from now until its project is gone; whether it is. */
const run = ({ baseUrl, lookEvery = "15 seconds", pastMs }: RequestedOptions, id: string) =>
  Effect.gen(function* () {
    const project = yield* find(id)
    if (project === null) return true
    const demo = yield* seedProject(baseUrl, project, pastMs)
    const gone = Effect.repeat(find(id), {
      until: (found) => found === null,
      schedule: Schedule.spaced(lookEvery)
    })
    yield* Effect.raceFirst(Effect.all([move(demo), analyseOnce(demo)], { concurrency: 2 }), gone)
    yield* close(demo)
    return true
  }).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logWarning("a demo stands still and will be tried again", cause, { project_id: id }).pipe(
            Effect.andThen(Effect.sleep("30 seconds")),
            Effect.as(false)
          )
    ),
    (once) => Effect.repeat(once, { until: (over) => over })
  )

/** The requested demos of before. */
const before = Effect.gen(function* () {
  const { projects } = yield* Pugmark
  const all = yield* readAll((query) => projects.list({ query }))
  return all.filter((project) => isRequested(project) && project.slug !== DEMO_SLUG).map(({ id }) => id)
}).pipe(
  Effect.tapCause((cause) => Effect.logWarning("demos of before are not known yet", cause)),
  Effect.retry(Schedule.spaced("30 seconds"))
)

/** Runs the demos that are asked for against the server at `baseUrl`, until interrupted. */
export const runRequested = (options: RequestedOptions) =>
  Effect.gen(function* () {
    const running = yield* FiberMap.make<string>()
    const start = (id: string) => FiberMap.run(running, id, run(options, id), { onlyIfMissing: true })
    if (options.again) yield* Effect.forEach(yield* before, start)
    return yield* Effect.forever(Effect.flatMap(Queue.take(options.asked), start))
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Layer.merge(Pugmark.layer({ url: options.baseUrl, token: options.token }), FetchHttpClient.layer)
    )
  )
