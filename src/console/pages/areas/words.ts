// Names of areas on screens, and what is drawn for each.
import type { IconName } from "../../design/marks/icons.ts"
import type { FeatureType } from "../../data/areas.ts"
import type { Stroke } from "./Pen.ts"
import type { Part } from "./shape.ts"

/** typeWords names the feature types. */
export const typeWords: Readonly<Record<FeatureType, string>> = {
  geofence: "Fence",
  zone: "Zone",
  site: "Site",
  route: "Route"
}

/** Kind is an area type with its drawing mode and texts. */
export interface Kind {
  readonly word: string
  readonly type: FeatureType
  readonly stroke: Stroke
  readonly icon: IconName
  /** instruction for the map */
  readonly hint: string
  /** instruction for text input */
  readonly written: string
}

const CORNERS = "Click the corners one after the other; the first one, or Enter, closes the shape."

/** kinds are the choices of what to draw. */
export const kinds: ReadonlyArray<Kind> = [
  {
    word: "Fence",
    type: "geofence",
    stroke: "polygon",
    icon: "fence",
    hint: CORNERS,
    written: "Corners, longitude and latitude, one a line"
  },
  {
    word: "Zone",
    type: "zone",
    stroke: "polygon",
    icon: "zone",
    hint: CORNERS,
    written: "Corners, longitude and latitude, one a line"
  },
  {
    word: "Site",
    type: "site",
    stroke: "point",
    icon: "live",
    hint: "Click its place.",
    written: "Place, longitude and latitude"
  },
  {
    word: "Route",
    type: "route",
    stroke: "linestring",
    icon: "route",
    hint: "Click along the way; the last place again, or Enter, ends it.",
    written: "Places along it, longitude and latitude, one a line"
  },
  {
    word: "Circle",
    type: "geofence",
    stroke: "circle",
    icon: "circle",
    hint: "Click the middle, then the edge.",
    written: "Middle, longitude and latitude"
  }
]

/** partType returns the part type of a drawing mode. */
export const partType: Readonly<Record<Exclude<Stroke, "circle">, Part["type"]>> = {
  polygon: "Polygon",
  linestring: "LineString",
  point: "Point"
}
