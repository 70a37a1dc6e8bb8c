// The shapes of movement for the map. Specification 2.5, 2.8 rules 10 to 13.
import type { GeometryKind, Shape } from "../../src/domain/analysis/Geometry.ts"
import { instantName } from "../../src/domain/zone.ts"
import { MAX_GEOMETRIES } from "../result/limits.ts"
import { known, type ResultBuilder, rounded } from "../result/ResultBuilder.ts"
import { collectPolygons } from "../space/cellUnion.ts"
import type { Measured } from "./measure.ts"

/**
 * Shapes of a track beside hotspots and clusters: polygon, two isopleths, line, and one each for the rest of
 * hotspots and clusters.
 */
const OTHER_HOTSPOTS = 6
/** MAX_SHAPES is how many hotspots, and how many clusters, of a track have a shape of their own at most. */
const MAX_SHAPES = 200

/**
 * So many hotspots and so many clusters of a track have a shape of their own, that a run never has too many;
 * the rest share one.
 */
export const shapesPerTrack = (tracks: number): number =>
  Math.min(MAX_SHAPES, Math.floor((MAX_GEOMETRIES / Math.max(1, tracks) - OTHER_HOTSPOTS) / 2))

type Properties = Readonly<Record<string, string | number | boolean | null>>

/** Adds the shapes of one track, `most` hotspots and clusters one by one. */
export const addShapes = (
  builder: ResultBuilder,
  measured: Measured,
  most: number,
  isCompared: boolean,
  mcpPercent: number
): void => {
  const { cleaned, displacement, homeRange, line, period, places, residence, speeds, subject } = measured
  const add = (
    kind: GeometryKind,
    what: string,
    geom: Shape,
    area_m2: number | null,
    properties: Properties,
    level: number | null = null
  ): void =>
    builder.geometry({
      kind,
      subject_id: subject.id,
      level,
      area_m2,
      geom,
      properties: { period: period.key, ...properties },
      label: `${subject.name}: ${what}${isCompared && period.key === "comparison" ? " (comparison)" : ""}`
    })
  /** the rest of a kind that is not shown one by one, as far as it has polygons */
  const addRest = (
    kind: GeometryKind,
    what: string,
    rest: ReadonlyArray<{
      readonly shape: Shape
      readonly areaM2: number
      readonly hours: number
      readonly fixes: number
    }>
  ): void => {
    const geom = collectPolygons(
      rest.map(({ shape }) => shape).filter(({ type }) => type === "Polygon" || type === "MultiPolygon")
    )
    if (geom === null) return
    const sum = (of: "areaM2" | "hours" | "fixes") => rest.reduce((total, r) => total + r[of], 0)
    add(kind, `${rest.length} smaller ${what}`, geom, sum("areaM2"), {
      parts: rest.length,
      hours: rounded(sum("hours")),
      fixes: sum("fixes")
    })
  }

  if (line !== null) {
    add("track_summary", "track", line, null, {
      fixes: cleaned.fixes.time.length,
      from: instantName(cleaned.fixes.time[0]!),
      to: instantName(cleaned.fixes.time.at(-1)!),
      distance_km: rounded(speeds.distance / 1000),
      displacement_km: rounded(displacement / 1000)
    })
  }
  if (homeRange !== null && homeRange.mcp !== null) {
    add("mcp", `minimum convex polygon ${mcpPercent}%`, homeRange.mcp.shape, homeRange.mcp.areaM2, {
      hectares: rounded(homeRange.mcp.areaM2 / 10_000),
      fixes_kept: homeRange.mcp.kept
    })
  }
  for (const { areaM2, level, parts, shape } of homeRange?.kernel?.isopleths ?? []) {
    add(
      "kde",
      `kernel density ${level * 100}%`,
      shape,
      areaM2,
      { hectares: rounded(areaM2 / 10_000), parts, bandwidth_m: rounded(homeRange!.kernel!.bandwidthM) },
      level
    )
  }
  residence.hotspots.slice(0, most).forEach(({ areaM2, cells, fixes, hours, shape, visits }, rank) =>
    add("hotspot", `hotspot ${rank + 1}`, shape, areaM2, {
      rank: rank + 1,
      hours: rounded(hours),
      share: known(hours / residence.hours),
      cells,
      fixes,
      visits
    })
  )
  addRest("hotspot", "hotspots", residence.hotspots.slice(most))
  places?.places.slice(0, most).forEach(({ areaM2, firstAt, fixes, hours, lastAt, shape }, rank) =>
    add("cluster", `cluster ${rank + 1}`, shape, areaM2, {
      rank: rank + 1,
      hours: rounded(hours),
      share: known(hours / residence.hours),
      fixes,
      first_at: instantName(firstAt),
      last_at: instantName(lastAt)
    })
  )
  addRest("cluster", "clusters", places?.places.slice(most) ?? [])
}
