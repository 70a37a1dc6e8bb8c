// Which of the chosen features can be grazed: polygons of a zone or geofence, valid, of a hectare at least.
// Specification 2.6, 2.8 rule 20.
import * as Result from "effect/Result"
import { area } from "../geo/area.ts"
import { checkGeometry } from "../geo/validity.ts"

/** A smaller area is refused. Specification 2.8, rule 20. */
const MIN_HECTARES = 1

/** A feature as it is stored. */
interface Candidate {
  readonly id: string
  readonly name: string
  readonly feature_type: string
  readonly geometry: unknown
}

/** JudgedArea is a feature that can be analysed. */
interface JudgedArea {
  readonly id: string
  readonly name: string
  readonly hectares: number
}

/** RefusedArea is a feature that cannot, and why. */
interface RefusedArea {
  readonly id: string
  /** null: there is no such feature */
  readonly name: string | null
  readonly code: "FEATURE_UNKNOWN" | "FEATURE_TYPE" | "GEOMETRY_TYPE" | "GEOMETRY_INVALID" | "AREA_TOO_SMALL"
  readonly detail: string
}

const refusalOf = ({ feature_type, geometry, id, name }: Candidate): JudgedArea | RefusedArea => {
  const refuse = (code: RefusedArea["code"], detail: string): RefusedArea => ({ id, name, code, detail })
  if (feature_type !== "zone" && feature_type !== "geofence")
    return refuse("FEATURE_TYPE", `${name} is a ${feature_type}: choose fences and areas.`)
  const checked = checkGeometry(geometry)
  if (Result.isFailure(checked))
    return refuse("GEOMETRY_INVALID", `${name} has an invalid shape: ${checked.failure[0]?.detail ?? ""}`)
  const shape = checked.success
  if (shape.type === "GeometryCollection")
    return refuse(
      "GEOMETRY_TYPE",
      `${name} is a GeometryCollection: areas are polygons. Save its polygons as a feature of their own, a ` +
        `Polygon or MultiPolygon, and choose that.`
    )
  if (shape.type !== "Polygon" && shape.type !== "MultiPolygon")
    return refuse(
      "GEOMETRY_TYPE",
      `${name} is a ${shape.type}: areas are polygons, and the radius of a line or point makes none. Draw its ` +
        'ground, or make it a circle (attributes `{"shape": "circle", "centre": [longitude, latitude], ' +
        '"radius_m": metres}`), which is stored as its polygon.'
    )
  const hectares = area(shape) / 10_000
  return hectares < MIN_HECTARES
    ? refuse("AREA_TOO_SMALL", `${name} has ${hectares.toFixed(2)} hectares: an area needs ${MIN_HECTARES}.`)
    : { id, name, hectares }
}

/** Judges the features chosen by `ids`; those that are not among the candidates are unknown. */
export const judgeAreas = (
  ids: ReadonlyArray<string>,
  candidates: ReadonlyArray<Candidate>
): { readonly taken: ReadonlyArray<JudgedArea>; readonly refused: ReadonlyArray<RefusedArea> } => {
  const judged = ids.map((id): JudgedArea | RefusedArea => {
    const candidate = candidates.find((c) => c.id === id)
    return candidate === undefined
      ? { id, name: null, code: "FEATURE_UNKNOWN", detail: "The project has no such feature." }
      : refusalOf(candidate)
  })
  return { taken: judged.filter((j) => "hectares" in j), refused: judged.filter((j) => "code" in j) }
}
