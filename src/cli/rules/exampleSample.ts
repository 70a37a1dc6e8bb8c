// What a device may send for a rule's conditions to be true, or not to be: values beyond a limit, a place
// inside a feature. Found by looking at the conditions alone; where they contradict each other it is a guess,
// and playing the rule shows what comes of it.
import { Result } from "effect"
import { boxOf } from "../../domain/geo/boxOf.ts"
import { contains, isWithin } from "../../domain/geo/contains.ts"
import { METRES_PER_DEGREE } from "../../domain/geo/earth.ts"
import { simpleGeometries } from "../../domain/geo/Geometry.ts"
import { type Point, wrapLongitude } from "../../domain/geo/Point.ts"
import { type Prepared, prepare } from "../../domain/geo/Polygon.ts"
import { compare } from "../../domain/rule/conditions/compare.ts"
import type { Sample } from "../../domain/rule/conditions/ConditionKind.ts"
import { exampleOf } from "../../domain/rule/conditions/registry.ts"
import type { ConditionNode } from "../../domain/rule/ConditionNode.ts"
import { isCondition } from "../../domain/rule/leaves.ts"
import { radiusOf, shapeOf } from "../../domain/tracking/Feature.ts"
import type { SceneFeature } from "../../testing/Scene.ts"

/** What makes a condition true, and what it must be for the whole to be true. */
export interface Wish {
  readonly sample: Sample
  readonly wanted: boolean
}

export const wishesOf = (node: ConditionNode, wanted = true): ReadonlyArray<Wish> =>
  "all" in node
    ? node.all.flatMap((n) => wishesOf(n, wanted))
    : "any" in node
      ? node.any.flatMap((n) => wishesOf(n, wanted))
      : "not" in node
        ? wishesOf(node.not, !wanted)
        : isCondition(node)
          ? [{ sample: exampleOf(node), wanted }]
          : []

/** Where nothing says where. */
const DEFAULT_POSITION: Point = [14.05, 51.05]
/** Places in a row that are looked at in the box of a feature. */
const GRID_STEPS = 20

interface Area {
  readonly id: string
  readonly shape: Prepared
  /** a place in it */
  readonly inside: Point
  /** the eastern end of its box, and the latitude of the place; degrees */
  readonly east: number
  readonly lat: number
}

/**
 * Returns a place inside a shape, the nearest to the middle of its box of those that are looked at; null: it
 * is too thin for them.
 */
const placeIn = (
  shape: Prepared,
  [west, south, east, north]: readonly [number, number, number, number]
): Point | null => {
  const width = (east < west ? east + 360 : east) - west
  const order = Array.from({ length: GRID_STEPS - 1 }, (_, i) => i + 1).sort(
    (a, b) => Math.abs(a - GRID_STEPS / 2) - Math.abs(b - GRID_STEPS / 2)
  ) // the middle first
  for (const y of order)
    for (const x of order) {
      const at: Point = [
        wrapLongitude(west + (width * x) / GRID_STEPS),
        south + ((north - south) * y) / GRID_STEPS
      ]
      if (contains(shape, at[0], at[1])) return at
    }
  return null
}

const areaOf = ({ attributes = {}, geometry, id, name }: SceneFeature): ReadonlyArray<Area> => {
  const shape = shapeOf(geometry, attributes)
  if (Result.isFailure(shape)) return []
  const drawn = shape.success,
    box = boxOf(drawn),
    first = simpleGeometries(drawn)[0]!, // it is one, or a collection of one at least
    isArea = first.type === "Polygon" || first.type === "MultiPolygon"
  const prepared = prepare(drawn, radiusOf(drawn, attributes) ?? 0)
  const corner: Point =
    first.type === "LineString" || first.type === "MultiPoint"
      ? first.coordinates[0]!
      : first.type === "MultiLineString"
        ? first.coordinates[0]![0]!
        : first.type === "Point"
          ? first.coordinates
          : [box[0], box[1]]
  const inside = isArea ? placeIn(prepared, boxOf(first)) : corner
  return inside === null ? [] : [{ id: id ?? name, shape: prepared, inside, east: box[2], lat: inside[1] }]
}

/** Positions that the conditions speak of, and one outside all of them. */
export const placesOf = (features: ReadonlyArray<SceneFeature>, wishes: ReadonlyArray<Wish>) => {
  const areas = features.flatMap(areaOf),
    buffer = Math.max(0, ...wishes.map(({ sample }) => sample.place?.exitBufferM ?? 0))
  const away = (metres: number): ReadonlyArray<Point> =>
    areas.map(({ east, lat }): Point => [
      wrapLongitude(east + metres / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180)),
      lat
    ])
  const outside = [2000, 20_000, 200_000]
    .flatMap((m) => away(m + 2 * buffer))
    .filter(([lon, lat]) => !areas.some(({ shape }) => isWithin(shape, lon, lat, buffer)))
  const candidates = features.map((f) => ({
    id: f.id ?? f.name,
    name: f.name,
    featureType: f.feature_type,
    revision: 1,
    changedAt: 0
  }))
  const holds = ({ sample: { place } }: Wish, [lon, lat]: Point): boolean => {
    if (place === undefined) return true
    const selected = place.selects(candidates),
      isIn = areas.some(({ id, shape }) => selected.has(id) && contains(shape, lon, lat))
    return isIn === place.isIn
  }
  const spatial = wishes.filter(({ sample }) => sample.place !== undefined)
  const all = [...areas.map((a) => a.inside), ...outside.slice(0, 1)]
  /** Where the conditions are as they must be, or as few of them as may be. */
  return (isOn: boolean): Point =>
    all.find((at) => spatial.every((w) => holds(w, at) === (w.wanted === isOn))) ??
    all.find((at) => isOn || spatial.some((w) => holds(w, at) !== w.wanted)) ??
    DEFAULT_POSITION
}

/** No device sends less of these than nothing. */
const neverBelowZero = new Set(["speed_kmh", "speed_mps"])

/** A number of a metric with which its conditions are as they must be; `isOn` false: with which they are not. */
export const numberOf = (metric: string, wishes: ReadonlyArray<Wish>, isOn: boolean): number => {
  const own = wishes.flatMap(({ sample, wanted }) =>
    sample.compared !== undefined && sample.metric === metric
      ? [{ holds: compare[sample.compared.op], value: sample.compared.value, wanted }]
      : []
  )
  const candidates = own
    .flatMap(({ value }) => [value + (Math.abs(value) / 10 || 1), value - (Math.abs(value) / 10 || 1), value])
    .map((n) => Number(n.toPrecision(4)))
    .filter((n) => n >= 0 || !neverBelowZero.has(metric))
  const fits = (n: number) => own.every(({ holds, value, wanted }) => holds(n, value) === (wanted === isOn))
  return (
    candidates.find(fits) ??
    candidates.find((n) => !isOn && own.some(({ holds, value, wanted }) => holds(n, value) !== wanted)) ??
    candidates[0] ??
    1
  )
}
