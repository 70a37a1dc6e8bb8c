// Shapes that an analysis found, for the map. Specification 2.5.

/** geometryKinds are the kinds of shapes. */
export const geometryKinds = ["mcp", "kde", "hotspot", "cluster", "area_use", "track_summary"] as const
/** GeometryKind is the kind of a shape in a result. */
export type GeometryKind = (typeof geometryKinds)[number]

/** GeoJSON in degrees, split at the antimeridian where it crosses (RFC 7946, 3.1.9). */
export type Shape =
  | { readonly type: "Point"; readonly coordinates: ReadonlyArray<number> }
  | { readonly type: "LineString"; readonly coordinates: ReadonlyArray<ReadonlyArray<number>> }
  | {
      readonly type: "MultiLineString"
      readonly coordinates: ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>
    }
  | { readonly type: "Polygon"; readonly coordinates: ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>> }
  | {
      readonly type: "MultiPolygon"
      readonly coordinates: ReadonlyArray<ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>>
    }

/** AnalysisGeometry is one shape of a result, with its properties. */
export interface AnalysisGeometry {
  readonly kind: GeometryKind
  /** null: the herd */
  readonly subject_id: string | null
  readonly label: string
  /** 0.5 or 0.95 of an isopleth */
  readonly level: number | null
  /** on the ellipsoid; null where a shape has none to tell */
  readonly area_m2: number | null
  readonly geom: Shape
  /** small, for a popup; `period` is always among them */
  readonly properties: Readonly<Record<string, string | number | boolean | null>>
}
