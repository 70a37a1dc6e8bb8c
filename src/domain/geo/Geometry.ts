// The GeoJSON geometries (RFC 7946) a feature may have. Values of these types have passed `validity.ts`
// or were made by our own code; nothing here checks anything.

import type { Point } from "./Point.ts"

/**
 * At least four points; the last equals the first. Shells run counterclockwise, holes clockwise (RFC 7946,
 * 3.1.6).
 */
export type Ring = ReadonlyArray<Point>

/** The shell, then its holes. */
export type Rings = ReadonlyArray<Ring>

/** PolygonGeometry is a shell with holes. */
export interface PolygonGeometry {
  readonly type: "Polygon"
  readonly coordinates: Rings
}

/** MultiPolygonGeometry is several polygons as one shape. */
export interface MultiPolygonGeometry {
  readonly type: "MultiPolygon"
  readonly coordinates: ReadonlyArray<Rings>
}

/** A geometry that has coordinates of its own. */
export type SimpleGeometry =
  | { readonly type: "Point"; readonly coordinates: Point }
  | { readonly type: "MultiPoint"; readonly coordinates: ReadonlyArray<Point> }
  | { readonly type: "LineString"; readonly coordinates: ReadonlyArray<Point> }
  | { readonly type: "MultiLineString"; readonly coordinates: ReadonlyArray<ReadonlyArray<Point>> }
  | PolygonGeometry
  | MultiPolygonGeometry

/** Geometries of any kinds that are one shape: the union of them. A collection in a collection is unfolded. */
interface GeometryCollection {
  readonly type: "GeometryCollection"
  readonly geometries: ReadonlyArray<SimpleGeometry>
}

/** Geometry is any geometry that a feature may have. */
export type Geometry = SimpleGeometry | GeometryCollection

/** The geometries that a geometry is made of: itself, or the members of a collection. */
export const simpleGeometries = (geometry: Geometry): ReadonlyArray<SimpleGeometry> =>
  geometry.type === "GeometryCollection" ? geometry.geometries : [geometry]
