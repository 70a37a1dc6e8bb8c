// Density-based clusters of a subject's fixes, with their outlines and the time in them. Specification 2.8, rule 11.
import type { Shape } from "../../src/domain/analysis/Geometry.ts"
import { clusters, membersOf } from "../space/clusters.ts"
import { hullOf } from "../space/hull.ts"
import type { LocalFrame, Places, Plane } from "../space/localFrame.ts"

/** MIN_CLUSTER_FIXES is how many fixes within the distance make a fix the core of a cluster. */
export const MIN_CLUSTER_FIXES = 5

/** ClusterPlace is one cluster: its outline, size and time. */
interface ClusterPlace {
  readonly shape: Shape
  readonly areaM2: number
  readonly fixes: number
  readonly hours: number
  /** epoch ms */
  readonly firstAt: number
  readonly lastAt: number
}

/** ClusterPlaces are the clusters of a track, and the number of fixes in none. */
export interface ClusterPlaces {
  /** most hours first */
  readonly places: ReadonlyArray<ClusterPlace>
  readonly noise: number
}

/**
 * Finds the clusters: distance `epsM` inclusive, at least 5 fixes with the fix itself. `hours` is the time
 * weight by fix.
 */
export const placesOf = (
  frame: LocalFrame,
  fixes: Places & { readonly time: Float64Array },
  plane: Plane,
  hours: Float64Array,
  epsM: number
): ClusterPlaces => {
  const members = membersOf(clusters(fixes, epsM, MIN_CLUSTER_FIXES))
  let inside = 0
  const places = members.map((of): ClusterPlace => {
    inside += of.length
    let held = 0
    for (const fix of of) held += hours[fix]!
    const { areaM2, shape } = hullOf(frame, plane, of)
    return {
      shape,
      areaM2,
      fixes: of.length,
      hours: held,
      firstAt: fixes.time[of[0]!]!,
      lastAt: fixes.time[of.at(-1)!]!
    }
  })
  return {
    places: places.sort((a, b) => b.hours - a.hours || b.fixes - a.fixes || a.firstAt - b.firstAt),
    noise: fixes.lon.length - inside
  }
}
