// Tools for entities and their positions.
import { Effect, Schema } from "effect"
import { entityStatuses } from "../../domain/tracking/Entity.ts"
import { reportings } from "../../domain/tracking/reporting.ts"
import type { Answer } from "../../contract/wire.ts"
import {
  quoteAllTexts,
  quoteUntrustedTexts,
  quoteUntrusted,
  quoteUntrustedOrNull,
  unquote
} from "../untrustedText.ts"
import { idMember, pageMembers, pageOf, optionalMember, projectTool, type ProjectCall } from "../Tool.ts"

/** `UNITS_NOTE` is in every answer with positions. */
const UNITS_NOTE =
  "lon, lat: degrees, WGS 84; names that end in _m: metres, _km: kilometres, _kmh: km/h, _mps: m/s, " +
  "_deg: degrees clockwise from north, _seconds: seconds; times are UTC, *_local in the project's zone"

type EntityAnswer = Answer<"GET", "/projects/:project_id/entities/:entity_id">

/** Returns the keys of the entity types, such as cow, by id. */
const typesOf = Effect.fnUntraced(function* ({ ask }: ProjectCall) {
  const { items } = yield* ask("GET", "/entity-types/", { query: { limit: "500" } })
  return new Map(items.map((type) => [type.id, type.key]))
})

const nowOf = ({ now }: EntityAnswer, { local }: ProjectCall) =>
  now === undefined
    ? null
    : {
        last_fix: now.last_fix === null ? null : { ...now.last_fix, time_local: local(now.last_fix.time) },
        reporting: now.reporting,
        speed_kmh: now.speed_kmh,
        battery: now.battery === null ? null : quoteUntrustedTexts(now.battery),
        still_since: now.still_since,
        inside: now.inside.map((feature) => ({ ...feature, name: quoteUntrusted(feature.name) })),
        today_km: now.today_km,
        device: now.device === null ? null : { id: now.device.id, name: quoteUntrusted(now.device.name) },
        open_alerts: { ...now.open_alerts, title: quoteUntrustedOrNull(now.open_alerts.title) }
      }

const entityOf = (entity: EntityAnswer, types: ReadonlyMap<string, string>, call: ProjectCall) => ({
  entity_id: entity.id,
  name: quoteUntrusted(entity.name),
  type: types.get(entity.entity_type_id) ?? null,
  status: entity.status,
  now: nowOf(entity, call),
  console: call.links.entity(entity.id)
})

/** The tool `search_entities`. */
export const searchEntities = projectTool(
  {
    name: "search_entities",
    title: "Search entities",
    description:
      "Finds what a project tracks: animals, people, vehicles, all of them called entities. Gives each one's " +
      "entity_id, where it was last (last_fix), whether it reports as usual (reporting: on_time, late, silent, " +
      "never), which areas it is inside, and its open alerts. Without q it lists all, newest first.",
    needs: ["project:read"]
  },
  {
    q: optionalMember(
      Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)),
      "A part of the name, of the name of the device it wears, or of an attribute such as an ear tag: cow 12"
    ),
    status: optionalMember(Schema.Literals(entityStatuses), "Only entities of this status"),
    reporting: optionalMember(Schema.Literals(reportings), "Only entities that report so"),
    ...pageMembers
  },
  Effect.fnUntraced(function* (input, call) {
    const { q, reporting, status } = input
    const [{ items, next_cursor }, types] = yield* Effect.all([
      call.ask("GET", "/projects/:project_id/entities/", {
        params: { project_id: call.project.id },
        query: {
          ...pageOf(input),
          include: "now",
          q: q === undefined ? undefined : unquote(q),
          reporting,
          status
        }
      }),
      typesOf(call)
    ])
    return { entities: items.map((listed) => entityOf(listed, types, call)), next_cursor, units: UNITS_NOTE }
  })
)

/** The tool `get_entity`. */
export const getEntity = projectTool(
  {
    name: "get_entity",
    title: "Read an entity",
    description:
      "Reads one animal, person or vehicle: its name, type and attributes, and how it is now: last fix, " +
      "speed, battery, the areas it is inside and since when, the device it wears, its open alerts.",
    needs: ["project:read"]
  },
  { entity_id: idMember("The entity, as search_entities gives it") },
  Effect.fnUntraced(function* ({ entity_id }, call) {
    const [entity, types] = yield* Effect.all([
      call.ask("GET", "/projects/:project_id/entities/:entity_id", {
        params: { project_id: call.project.id, entity_id },
        query: { include: "now" }
      }),
      typesOf(call)
    ])
    return {
      ...entityOf(entity, types, call),
      attributes: quoteAllTexts(entity.attributes),
      created_at: entity.created_at,
      units: UNITS_NOTE
    }
  })
)

/** The tool `get_latest_position`. */
export const getLatestPosition = projectTool(
  {
    name: "get_latest_position",
    title: "Read the latest position",
    description:
      "Where an entity was last, by its device's own receiver, with time, accuracy, the step from the fix " +
      "before (step_m, step_kmh) and the areas it lies in. It may be old: look at time. position is null where " +
      "the entity has never been located.",
    needs: ["project:read"]
  },
  { entity_id: idMember("The entity, as search_entities gives it") },
  Effect.fnUntraced(function* ({ entity_id }, { ask, links, local, project }) {
    const { items } = yield* ask("GET", "/projects/:project_id/positions", {
      params: { project_id: project.id },
      query: { entity_id, limit: "1", include: "step" }
    })
    const [fix] = items
    if (fix === undefined) return { position: null, console: links.entity(entity_id) }
    const { accuracy_m, altitude_m, device_id, heading_deg, inside, speed_mps, step_kmh, step_m, time } = fix
    const [lon, lat] = fix.geometry.coordinates
    return {
      position: {
        time,
        time_local: local(time),
        received_at: fix.received_at,
        lon,
        lat,
        accuracy_m,
        altitude_m,
        speed_mps,
        heading_deg,
        step_m: step_m ?? null,
        step_kmh: step_kmh ?? null,
        inside: (inside ?? []).map((feature) => ({ id: feature.id, name: quoteUntrusted(feature.name) })),
        device_id,
        curated_fields: fix.curated_fields
      },
      units: UNITS_NOTE,
      console: links.entity(entity_id)
    }
  })
)
