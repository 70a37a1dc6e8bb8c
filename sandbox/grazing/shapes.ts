// The shapes of a grazing run for the map: the areas with their figures, and the hotspots inside them.
// Specification 2.5.
import type { Shape } from "../../src/domain/analysis/Geometry.ts"
import { instantName } from "../../src/domain/zone.ts"
import { MAX_GEOMETRIES } from "../result/limits.ts"
import { known, type ResultBuilder, rounded } from "../result/ResultBuilder.ts"
import { cellUnion, collectPolygons } from "../space/cellUnion.ts"
import { splitPolygon } from "../space/splitAtAntimeridian.ts"
import type { Pasture } from "./areas.ts"
import type { Figures } from "./figures.ts"
import { type Findings, sideName } from "./Findings.ts"

/**
 * MAX_HOTSPOT_SHAPES is how many hotspots of an area have a shape of their own in a large run; the rest share
 * one.
 */
const MAX_HOTSPOT_SHAPES = 100

const shapeOf = ({ geometry }: Pasture): Shape =>
  collectPolygons(
    (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates).map((rings) =>
      splitPolygon(rings)
    )
  )!

const popup = ({ herd, pasture, pressure, rest, use }: Figures) => ({
  hectares: rounded(pasture.hectares),
  animal_hours: rounded(use.hours),
  animal_days_per_ha: rounded(use.hours / 24 / pasture.hectares),
  relative_pressure: rounded(pressure.relative),
  pressure_rank: pressure.rank,
  share_of_herd_time: rounded(use.hours / herd.hours),
  animals_used: use.animalsUsed,
  visits: use.visits,
  use_days: rest.useDays,
  rest_days: rest.restDays,
  longest_rest_days: rest.longest,
  last_use: Number.isNaN(use.lastUse) ? null : instantName(use.lastUse)
})

/** Adds the areas with their figures and the hotspots inside them. */
export const addShapes = (builder: ResultBuilder, { frame, job, pastures, sides }: Findings): void => {
  const most = Math.min(
    MAX_HOTSPOT_SHAPES,
    Math.floor(MAX_GEOMETRIES / (sides.length * pastures.all.length)) - 2
  )
  for (const { figures, key } of sides) {
    const suffix = key === "main" ? "" : ` (${sideName(job, key).toLowerCase()})`
    for (const one of figures) {
      const { pasture, use } = one
      builder.geometry({
        kind: "area_use",
        subject_id: null,
        label: `${pasture.name}${suffix}`,
        level: null,
        area_m2: pasture.areaM2,
        geom: shapeOf(pasture),
        properties: { period: key, area_id: pasture.id, ...popup(one) }
      })
      const add = (what: string, geom: Shape, areaM2: number, cells: number, hours: number): void =>
        builder.geometry({
          kind: "hotspot",
          subject_id: null,
          label: `${pasture.name}: ${what}${suffix}`,
          level: null,
          area_m2: areaM2,
          geom,
          properties: {
            period: key,
            area_id: pasture.id,
            cells,
            animal_hours: rounded(hours),
            share_of_area_time: known(hours / use.hours)
          }
        })
      const spots = cellUnion(frame, use.hotspots)
        .map((spot) => ({
          ...spot,
          hours: spot.members.reduce((sum, cell) => sum + use.hotspots.hours[cell]!, 0)
        }))
        .sort((a, b) => b.hours - a.hours)
      spots
        .slice(0, most)
        .forEach(({ areaM2, hours, members, shape }, rank) =>
          add(`hotspot ${rank + 1}`, shape, areaM2, members.length, hours)
        )
      const rest = spots.slice(most)
      const joined = collectPolygons(rest.map(({ shape }) => shape))
      const sum = (of: (spot: (typeof rest)[number]) => number) =>
        rest.reduce((total, spot) => total + of(spot), 0)
      if (joined !== null)
        add(
          `${rest.length} smaller hotspots`,
          joined,
          sum((s) => s.areaM2),
          sum((s) => s.members.length),
          sum((s) => s.hours)
        )
    }
  }
}
