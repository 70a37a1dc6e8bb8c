// Registers what a track file names: entities, devices, and which entity wore which device when. Existing
// records are looked up first, so enrolling twice changes nothing. `src/client/ensure.ts` does the same over
// HTTP.
import { Effect } from "effect"
import { CurrentActor, CurrentVisibility } from "../../contract/http/authorization.ts"
import { Forbidden } from "../../contract/http/errors.ts"
import type { EnrolledDevice, Enrolment } from "../../domain/intake/TrackImport.ts"
import { EARLIEST_MS } from "../../domain/time.ts"
import { coversSpan, type Span } from "../../domain/tracking/coversSpan.ts"
import { TrackImports } from "../../store/intake/TrackImports.ts"
import { StateConflict } from "../../store/sql/refusals.ts"
import { EntityAssignments } from "../../store/tracking/assignments/EntityAssignments.ts"
import { ProjectAssignments } from "../../store/tracking/assignments/ProjectAssignments.ts"
import { Devices } from "../../store/tracking/devices/Devices.ts"
import { Entities } from "../../store/tracking/entities/Entities.ts"

/** A page of more spans than a device has. */
const FULL_PAGE = { limit: 1000, after: null }

/** Fails with 403 unless the caller may create and remove entities and devices. */
export const mayEnrol = Effect.gen(function* () {
  const { may } = yield* CurrentVisibility
  for (const permission of ["entities:write", "devices:write"] as const)
    if (!may(permission))
      return yield* new Forbidden({
        code: "FORBIDDEN",
        detail: `The animals and devices of a file need the permission ${permission}.`,
        permission
      })
})

/** Makes the function that enrols for the caller of the request. */
export const makeEnrol = Effect.gen(function* () {
  const imports = yield* TrackImports
  const entities = yield* Entities
  const devices = yield* Devices
  const inProject = yield* ProjectAssignments
  const onEntity = yield* EntityAssignments

  return Effect.fnUntraced(function* (
    projectId: string,
    importId: string,
    sourceId: string,
    enrolment: Enrolment
  ) {
    yield* mayEnrol
    const actor = yield* CurrentActor
    const { reach, visibility } = yield* CurrentVisibility
    const worn = enrolment.devices.flatMap(({ on }) => on)
    const known = new Map(
      yield* imports.entitiesNamed(projectId, [...new Set(worn.map(({ animal }) => animal))])
    )
    let animals = 0,
      made = 0
    for (const { animal, taxon } of worn) {
      if (known.has(animal)) continue
      const { id } = yield* imports.creating(
        importId,
        "entity",
        entities.create(actor, projectId, visibility, {
          name: animal,
          entity_type_id: enrolment.entity_type_id,
          ...(taxon === undefined ? {} : { attributes: { taxon } })
        })
      )
      known.set(animal, id)
      animals++
    }

    const deviceNamed = Effect.fnUntraced(function* (name: string) {
      const { items } = yield* devices.list(
        reach,
        { data_source_id: sourceId, external_id: name },
        { limit: 1, after: null }
      )
      if (items[0] !== undefined) return items[0].id
      made++
      const device = yield* imports.creating(
        importId,
        "device",
        devices.create(actor, reach, {
          name,
          external_id: name,
          data_source_id: sourceId,
          device_type: "tracker"
        })
      )
      return device.id
    })

    const put = Effect.fnUntraced(function* ({ name, on }: EnrolledDevice) {
      const id = yield* deviceNamed(name)
      const always: Span = { from: EARLIEST_MS, to: null }
      const stays = yield* inProject.list(id, reach, {}, FULL_PAGE)
      if (!stays.items.some((stay) => stay.project_id === projectId && coversSpan(stay, always)))
        yield* imports.creating(
          importId,
          "project_assignment",
          inProject.create(actor, id, reach, {
            project_id: projectId,
            valid_from: always.from,
            valid_to: always.to
          })
        )
      const wears = yield* onEntity.list(projectId, visibility, { device_id: id }, FULL_PAGE)
      for (const { animal, from, to } of on) {
        const entity_id = known.get(animal)!
        if (wears.items.some((wear) => wear.entity_id === entity_id && coversSpan(wear, { from, to })))
          continue
        yield* imports.creating(
          importId,
          "entity_assignment",
          onEntity.create(actor, projectId, visibility, {
            device_id: id,
            entity_id,
            valid_from: from,
            valid_to: to
          })
        )
      }
    })

    for (const device of enrolment.devices)
      yield* put(device).pipe(
        Effect.mapError((error) =>
          error instanceof StateConflict
            ? new StateConflict({
                code: error.code,
                detail:
                  `The device "${device.name}" cannot be put on ` +
                  `${device.on.map(({ animal }) => `"${animal}"`).join(" and ")}: ${error.detail}`
              })
            : error
        )
      )
    return { animals, devices: made }
  })
})
