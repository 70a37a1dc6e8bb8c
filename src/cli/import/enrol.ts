// Makes what a table speaks of known to the server: the project, its animals and tags, and who carried what
// when.
import { Effect } from "effect"
import {
  ensureDevice,
  ensureEntities,
  ensureInProject,
  ensureOnEntity,
  ensureProject,
  ensureSource,
  entityTypeIds,
  findProject
} from "../../client/ensure.ts"
import type { Pugmark } from "../../client/Pugmark.ts"
import type { Source } from "../../client/sendReports.ts"
import type { DeployedDevice } from "../../domain/intake/Deployments.ts"
import type { Project } from "../../domain/tracking/Project.ts"
import { EARLIEST_MS } from "../../domain/time.ts"
import { CommandFailed } from "../outcome.ts"
import type { ImportOptions } from "./importOptions.ts"
import { inWords } from "../inWords.ts"

interface Enrolled {
  readonly project: Project
  readonly source: Source
}

/** Devices enrolled at a time. */
const ENROL_CONCURRENCY = 4

const projectOf = (url: string, options: ImportOptions): Effect.Effect<Project, CommandFailed, Pugmark> =>
  Effect.gen(function* () {
    const { createProject: name, project: slug, timezone } = options
    if (name !== undefined) {
      return yield* ensureProject({ name, slug, ...(timezone === undefined ? {} : { timezone }) }).pipe(
        Effect.mapError(inWords(url, `make the project ${slug}`))
      )
    }
    const found = yield* findProject(slug).pipe(Effect.mapError(inWords(url, "read the projects")))
    return (
      found ??
      (yield* new CommandFailed({
        message: `there is no project "${slug}" (or the token may not see it); --create-project NAME makes it`
      }))
    )
  })

/** Everything is looked for first, so that enrolling twice changes nothing. */
export const enrol = Effect.fn("cli.enrol")(function* (
  url: string,
  options: ImportOptions,
  devices: ReadonlyArray<DeployedDevice>,
  taxa: ReadonlyMap<string, string>
): Effect.fn.Return<Enrolled, CommandFailed, Pugmark> {
  const project = yield* projectOf(url, options)
  const { timezone = project.timezone } = options
  if (timezone !== project.timezone) {
    return yield* new CommandFailed({
      message:
        `the project "${project.slug}" has the time zone ${project.timezone}, and an import changes no ` +
        `project: leave --timezone ${timezone} out, or change the project first. What zone the times of ` +
        `the file are in is said with --times-in`
    })
  }
  const types = yield* entityTypeIds.pipe(Effect.mapError(inWords(url, "read the entity types")))
  const entity_type_id = types.get(options.entityType)
  if (entity_type_id === undefined) {
    return yield* new CommandFailed({
      message:
        `there is no entity type "${options.entityType}"; there ` +
        `are: ${[...types.keys()].toSorted().join(", ")}`
    })
  }
  const source = yield* ensureSource(url, project, {
    name: `Imports into ${project.slug}`,
    config: { history: true }
  }).pipe(Effect.mapError(inWords(url, "open a data source")))
  const individuals = new Set(devices.flatMap((d) => d.on.map((o) => o.individual)))
  const entities = yield* ensureEntities(
    project,
    [...individuals].map((name) => ({
      name,
      entity_type_id,
      ...(taxa.has(name) ? { attributes: { taxon: taxa.get(name)! } } : {})
    }))
  ).pipe(Effect.mapError(inWords(url, "make the animals")))

  yield* Effect.forEach(
    devices,
    ({ device, on }) =>
      Effect.gen(function* () {
        const id = yield* ensureDevice([source], {
          name: device,
          external_id: device,
          device_type: "tracker"
        })
        yield* ensureInProject(id, project, { from: EARLIEST_MS, to: null })
        for (const { from, individual, to } of on)
          yield* ensureOnEntity(id, entities.get(individual)!, { from, to })
      }).pipe(
        Effect.mapError(
          inWords(url, `put the device "${device}" on ${on.map((o) => `"${o.individual}"`).join(" and ")}`)
        )
      ),
    { concurrency: ENROL_CONCURRENCY, discard: true }
  )
  return { project, source }
})
