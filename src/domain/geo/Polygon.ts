// A feature's geometry made ready to be asked "is this position inside?" many times. Making it costs about as
// much as a few hundred questions, so it is made once per revision of the feature and kept.

import { type EdgeTree, makeEdgeTree } from "./EdgeTree.ts"
import type { Geometry } from "./Geometry.ts"
import { unwrap, unwrapPolygon } from "./unwrap.ts"

/**
 * A polygon (shell first, then holes), or a line or point, which has one chain and may reach `radiusM` metres
 * round itself.
 */
export type Part =
  | {
      readonly kind: "polygon"
      readonly trees: readonly [shell: EdgeTree, ...holes: ReadonlyArray<EdgeTree>]
    }
  | { readonly kind: "path"; readonly trees: readonly [EdgeTree]; readonly radiusM: number }

/** A geometry is the union of its parts. */
export interface Prepared {
  readonly parts: ReadonlyArray<Part>
}

/**
 * Prepares a geometry that has passed `checkGeometry`. `radiusM` (the feature's `radius_m`) makes lines and
 * points wide: they contain what lies at most so many metres away. Polygons ignore it: a circle is already
 * its polygon.
 */
export const prepare = (geometry: Geometry, radiusM = 0): Prepared => {
  const path = (points: ReadonlyArray<readonly [number, number]>): Part => ({
    kind: "path",
    trees: [makeEdgeTree(unwrap(points))],
    radiusM
  })
  const polygon = (rings: Parameters<typeof unwrapPolygon>[0]): Part => {
    const [shell, ...holes] = unwrapPolygon(rings).map(makeEdgeTree)
    return { kind: "polygon", trees: [shell!, ...holes] }
  }
  switch (geometry.type) {
    case "Point":
      return { parts: [path([geometry.coordinates])] }
    case "MultiPoint":
      return { parts: geometry.coordinates.map((point) => path([point])) }
    case "LineString":
      return { parts: [path(geometry.coordinates)] }
    case "MultiLineString":
      return { parts: geometry.coordinates.map(path) }
    case "Polygon":
      return { parts: [polygon(geometry.coordinates)] }
    case "MultiPolygon":
      return { parts: geometry.coordinates.map(polygon) }
    case "GeometryCollection":
      return { parts: geometry.geometries.flatMap((one) => prepare(one, radiusM).parts) }
  }
}
