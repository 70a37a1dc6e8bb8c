// The draft of an area, and the request built from it.
import type { Geometry } from "geojson"
import { words } from "../../../words/language.ts"
import type { Edited } from "../../data/api/call.ts"
import { isEdition, isMembers, type Members } from "../../writing.ts"
import type { Feature, FeatureChange, FeatureType, Json, NewFeature } from "../../data/areas.ts"
import type { Stroke } from "./Pen.ts"
import { type Drawn, geometryOf, partsOf, type Place, type Shape, shapeOf } from "./shape.ts"
import { featureTypes, type Kind, kinds } from "./words.ts"

/** Row is a typed property. */
export interface Row {
  readonly id: number
  readonly key: string
  readonly text: string
  /** the stored value; absent: a new property */
  readonly was?: Json
}

/** Draft holds the typed values of an area. */
export interface Draft {
  readonly name: string
  readonly type: FeatureType
  readonly shape: Shape | null
  /** radius around a line or a point in metres, as typed; "": none */
  readonly around: string
  readonly rows: ReadonlyArray<Row>
}

/** Begun is a draft with the edition it started from. */
export interface Begun extends Draft {
  /** the edition that is changed; null: a new area */
  readonly before: Edited<Feature> | null
}

const shown = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Returns the attributes that belong to the shape and have their own fields. */
const ofShape = (shape: Shape | null): ReadonlyArray<string> =>
  shape?.kind === "circle"
    ? ["shape", "centre", "radius_m"]
    : shape !== null && !shape.geometry.type.endsWith("Polygon")
      ? ["radius_m"]
      : []

const emptyDraft = (type: FeatureType): Draft => ({
  name: "",
  type,
  shape: null,
  around: "",
  rows: []
})

/** draftOf returns the draft of an area. */
export const draftOf = ({ attributes, feature_type, geometry, name }: Feature): Draft => {
  const shape = shapeOf(geometry as unknown as Geometry, attributes) // the server has validated the shape
  const apart = ofShape(shape)
  const around = attributes["radius_m"]
  return {
    name,
    type: feature_type,
    shape,
    around:
      shape?.kind !== "circle" && typeof around === "number" && apart.includes("radius_m")
        ? String(around)
        : "",
    rows: Object.entries(attributes)
      .filter(([key]) => !apart.includes(key))
      .map(([key, was], id) => ({ id, key, text: shown(was), was }))
  }
}

/**
 * hasFixedShape tells whether an area is a geometry collection, which the pen cannot edit; its outline stays
 * unchanged.
 */
export const hasFixedShape = ({ before, shape }: Begun): boolean => {
  const geometry = before?.record.geometry
  return shape === null && isMembers(geometry) && geometry["type"] === "GeometryCollection"
}

/** begin returns the draft at the start of an edit. */
export const begin = (before: Edited<Feature> | null): Begun => ({
  ...(before === null ? emptyDraft(kinds[0]!.type) : draftOf(before.record)),
  before
})

// stored drafts may come from another version of the console: only the shape of the data is checked

const isShape = (value: unknown): value is Shape =>
  isMembers(value) &&
  ((value["kind"] === "circle" && Array.isArray(value["centre"])) ||
    (value["kind"] === "geometry" && isMembers(value["geometry"])))

const isType = (value: unknown): value is FeatureType => featureTypes.some((type) => type === value)

const isRow = (value: unknown): value is Row =>
  isMembers(value) &&
  typeof value["id"] === "number" &&
  typeof value["key"] === "string" &&
  typeof value["text"] === "string"

const isRead = (value: unknown): value is Edited<Feature> => isEdition(value)

/** shapeIn returns a stored shape; null: none. */
export const shapeIn = (kept: unknown): Shape | null => (isShape(kept) ? kept : null)

/** begunIn returns a stored draft; null: none that is usable. */
export const begunIn = (kept: Members): Begun | null => {
  const { around, before: read, name, rows, shape, type } = kept
  const before = read === null ? null : isRead(read) ? read : undefined
  if (typeof name !== "string" || typeof around !== "string" || !isType(type)) return null
  if (before === undefined || !Array.isArray(rows)) return null
  return { name, type, shape: shapeIn(shape), around, rows: rows.filter(isRow), before }
}

/** strokeOf returns the drawing mode of a shape. */
export const strokeOf = (shape: Shape): Stroke => {
  if (shape.kind === "circle") return "circle"
  const { type } = shape.geometry
  return type.endsWith("Polygon") ? "polygon" : type.endsWith("Point") ? "point" : "linestring"
}

/** kindOf returns the kind of a draft. */
export const kindOf = ({ shape, type }: Draft): Kind => {
  const alike = shape === null ? kinds : kinds.filter(({ stroke }) => stroke === strokeOf(shape))
  return alike.find((kind) => kind.type === type) ?? alike[0] ?? kinds[0]!
}

/** placeOf returns a position of a shape; null: it has none. */
export const placeOf = (shape: Shape): Place | null => {
  const [lon, lat] = partsOf(geometryOf(shape))[0]?.places[0] ?? []
  return lon === undefined || lat === undefined ? null : [lon, lat]
}

/** Returns the value of a typed text: a number, true, false or null where it is written as one. */
const valueOf = ({ text, was }: Row): Json => {
  if (was !== undefined && shown(was) === text) return was
  try {
    const value: Json = JSON.parse(text)
    return typeof value === "string" ? text : value
  } catch {
    return text
  }
}

/** numberIn parses a number; other texts are sent unchanged, and the server refuses them. */
export const numberIn = (text: string): Json => {
  const value = Number(text.trim().replace(",", "."))
  return Number.isFinite(value) ? value : text
}

const attributesOf = ({ around, rows, shape }: Draft): Readonly<Record<string, Json>> => {
  const written = Object.fromEntries(
    rows.filter(({ key }) => key.trim() !== "").map((row) => [row.key.trim(), valueOf(row)])
  )
  if (shape?.kind === "circle")
    return { ...written, shape: "circle", centre: [...shape.centre], radius_m: shape.radius_m }
  const takesRadius = ofShape(shape).includes("radius_m") && around.trim() !== ""
  return takesRadius ? { ...written, radius_m: numberIn(around) } : written
}

/** GeoJSON types lack the index signature of JSON. */
const asJson = (geometry: Drawn["geometry"]): Json => geometry as unknown as Json

/** newOf returns the request for a new area. */
export const newOf = (draft: Draft): NewFeature => {
  const common = { name: draft.name.trim(), feature_type: draft.type, attributes: attributesOf(draft) }
  return draft.shape?.kind === "geometry" ? { ...common, geometry: asJson(draft.shape.geometry) } : common
}

/** Compares attributes, ignoring the order of object members. */
const same = (a: Readonly<Record<string, Json>>, b: Readonly<Record<string, Json>>): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([key, value]) => JSON.stringify(value) === JSON.stringify(b[key]))

/** changeOf returns the members that differ from the area that was read. */
export const changeOf = (feature: Feature, draft: Draft): FeatureChange => {
  const attributes = attributesOf(draft)
  const { shape } = draftOf(feature)
  return {
    ...(draft.name.trim() === feature.name ? {} : { name: draft.name.trim() }),
    ...(draft.type === feature.feature_type ? {} : { feature_type: draft.type }),
    ...(same(attributes, feature.attributes) ? {} : { attributes }),
    ...(draft.shape?.kind === "geometry" && JSON.stringify(draft.shape) !== JSON.stringify(shape)
      ? { geometry: asJson(draft.shape.geometry) }
      : {})
  }
}

/** differences names in words what differs between two editions of an area. */
export const differences = (a: Feature, b: Feature): ReadonlyArray<string> => [
  ...(a.name === b.name ? [] : [words.areas.overtaken.differences.name(b)]),
  ...(a.feature_type === b.feature_type ? [] : [words.areas.overtaken.differences.type]),
  ...(a.revision === b.revision ? [] : [words.areas.overtaken.differences.shape]),
  ...(same(a.attributes, b.attributes) || a.revision !== b.revision
    ? []
    : [words.areas.overtaken.differences.properties])
]
