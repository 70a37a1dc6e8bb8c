// An area as somebody is writing it, and what of it is sent.
import type { Geometry } from "geojson"
import type { Feature, FeatureChange, FeatureType, Json, NewFeature } from "../queries/areas.ts"
import { type Drawn, type Shape, shapeOf } from "./shape.ts"

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

const shown = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Attributes that make the shape, and have fields of their own. */
const ofShape = (shape: Shape | null): ReadonlyArray<string> =>
  shape?.kind === "circle"
    ? ["shape", "centre", "radius_m"]
    : shape !== null && !shape.geometry.type.endsWith("Polygon")
      ? ["radius_m"]
      : []

export const emptyDraft = (type: FeatureType): Draft => ({
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

export const changeOf = (feature: Feature, before: Draft, draft: Draft): FeatureChange => {
  const attributes = attributesOf(draft)
  return {
    ...(draft.name.trim() === feature.name ? {} : { name: draft.name.trim() }),
    ...(draft.type === feature.feature_type ? {} : { feature_type: draft.type }),
    ...(same(attributes, feature.attributes) ? {} : { attributes }),
    ...(draft.shape?.kind === "geometry" && draft.shape !== before.shape
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
