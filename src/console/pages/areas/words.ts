// Types of areas, and what is drawn for each.
import type { words } from "../../../words/language.ts"
import type { IconName } from "../../design/marks/icons.ts"
import type { FeatureType } from "../../data/areas.ts"
import type { Stroke } from "./Pen.ts"
import type { Part } from "./shape.ts"

/** featureTypes are the types of areas, in the order in which they are offered. */
export const featureTypes: ReadonlyArray<FeatureType> = ["geofence", "zone", "site", "route"]

/** Kind is an area type with its drawing mode. */
export interface Kind {
  readonly name: keyof typeof words.areas.kinds
  readonly type: FeatureType
  readonly stroke: Stroke
  readonly icon: IconName
}

/** kinds are the choices of what to draw. */
export const kinds: ReadonlyArray<Kind> = [
  { name: "fence", type: "geofence", stroke: "polygon", icon: "fence" },
  { name: "area", type: "zone", stroke: "polygon", icon: "zone" },
  { name: "site", type: "site", stroke: "point", icon: "live" },
  { name: "route", type: "route", stroke: "linestring", icon: "route" },
  { name: "circle", type: "geofence", stroke: "circle", icon: "circle" }
]

/** partType returns the part type of a drawing mode. */
export const partType: Readonly<Record<Exclude<Stroke, "circle">, Part["type"]>> = {
  polygon: "Polygon",
  linestring: "LineString",
  point: "Point"
}
