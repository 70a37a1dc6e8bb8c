// An area as somebody is writing it, and what of it is sent.
import type { Geometry } from "geojson"
import type { Edited } from "../api/call.ts"
import { isEdition, isMembers, type Members } from "../writing.ts"
import type { Feature, FeatureChange, FeatureType, Json, NewFeature } from "../queries/areas.ts"
import type { Stroke } from "./Pen.ts"
import { type Drawn, geometryOf, partsOf, type Place, type Shape, shapeOf } from "./shape.ts"
import { type Kind, kinds, typeWords } from "./words.ts"

/** A property as it is typed. */
export interface Row {
  readonly id: number
  readonly key: string
  readonly text: string
  /** what it was; absent: it is new */
  readonly was?: Json
}

export interface Draft {
  readonly name: string
  readonly type: FeatureType
  readonly shape: Shape | null
  /** metres around a line or a point, as typed; "": none */
  readonly around: string
  readonly rows: ReadonlyArray<Row>
}

/** An area that somebody has begun to draw or to change. */
export interface Begun extends Draft {
  /** the edition that is changed; null: something new is drawn */
  readonly before: Edited<Feature> | null
}

const shown = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Attributes that make the shape, and have fields of their own. */
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

export const draftOf = ({ attributes, feature_type, geometry, name }: Feature): Draft => {
  const shape = shapeOf(geometry as unknown as Geometry, attributes) // the server has checked the shape
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

/** Whether an area is a collection of shapes, which no pen draws: its outline stays as it is. */
export const hasFixedShape = ({ before, shape }: Begun): boolean => {
  const geometry = before?.record.geometry
  return shape === null && isMembers(geometry) && geometry["type"] === "GeometryCollection"
}

export const begin = (before: Edited<Feature> | null): Begun => ({
  ...(before === null ? emptyDraft(kinds[0]!.type) : draftOf(before.record)),
  before
})

// what was kept was written here, if by another version: so far it is looked at, and no further

const isShape = (value: unknown): value is Shape =>
  isMembers(value) &&
  ((value["kind"] === "circle" && Array.isArray(value["centre"])) ||
    (value["kind"] === "geometry" && isMembers(value["geometry"])))

const isType = (value: unknown): value is FeatureType =>
  typeof value === "string" && Object.hasOwn(typeWords, value)

const isRow = (value: unknown): value is Row =>
  isMembers(value) &&
  typeof value["id"] === "number" &&
  typeof value["key"] === "string" &&
  typeof value["text"] === "string"

const isRead = (value: unknown): value is Edited<Feature> => isEdition(value)

/** A shape that was kept; null: none. */
export const shapeIn = (kept: unknown): Shape | null => (isShape(kept) ? kept : null)

/** What was kept of an area; null: nothing that can be gone on with. */
export const begunIn = (kept: Members): Begun | null => {
  const { around, before: read, name, rows, shape, type } = kept
  const before = read === null ? null : isRead(read) ? read : undefined
  if (typeof name !== "string" || typeof around !== "string" || !isType(type)) return null
  if (before === undefined || !Array.isArray(rows)) return null
  return { name, type, shape: shapeIn(shape), around, rows: rows.filter(isRow), before }
}

export const strokeOf = (shape: Shape): Stroke => {
  if (shape.kind === "circle") return "circle"
  const { type } = shape.geometry
  return type.endsWith("Polygon") ? "polygon" : type.endsWith("Point") ? "point" : "linestring"
}

/** What it is drawn as. */
export const kindOf = ({ shape, type }: Draft): Kind => {
  const alike = shape === null ? kinds : kinds.filter(({ stroke }) => stroke === strokeOf(shape))
  return alike.find((kind) => kind.type === type) ?? alike[0] ?? kinds[0]!
}

/** A place of a shape; null: it has none. */
export const placeOf = (shape: Shape): Place | null => {
  const [lon, lat] = partsOf(geometryOf(shape))[0]?.places[0] ?? []
  return lon === undefined || lat === undefined ? null : [lon, lat]
}

/** What a text stands for: a number, true, false or null where it is written as one. */
const valueOf = ({ text, was }: Row): Json => {
  if (was !== undefined && shown(was) === text) return was
  try {
    const value: Json = JSON.parse(text)
    return typeof value === "string" ? text : value
  } catch {
    return text
  }
}

/** A number as people write it; what is none goes to the server, which says so. */
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

/** GeoJSON is JSON; its type does not say so. */
const asJson = (geometry: Drawn["geometry"]): Json => geometry as unknown as Json

export const newOf = (draft: Draft): NewFeature => {
  const common = { name: draft.name.trim(), feature_type: draft.type, attributes: attributesOf(draft) }
  return draft.shape?.kind === "geometry" ? { ...common, geometry: asJson(draft.shape.geometry) } : common
}

/** The members that are others than those that were read. Members of an object have no order. */
const same = (a: Readonly<Record<string, Json>>, b: Readonly<Record<string, Json>>): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([key, value]) => JSON.stringify(value) === JSON.stringify(b[key]))

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

/** What of an area differs between two readings, in words. */
export const differences = (a: Feature, b: Feature): ReadonlyArray<string> => [
  ...(a.name === b.name ? [] : [`the name is “${b.name}”`]),
  ...(a.feature_type === b.feature_type ? [] : ["the type"]),
  ...(a.revision === b.revision ? [] : ["the shape"]),
  ...(same(a.attributes, b.attributes) || a.revision !== b.revision ? [] : ["the properties"])
]
