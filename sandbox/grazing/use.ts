// How one herd used its pastures in one period. Specification 2.8, rules 16 and 17.
import type { GrazingParameters } from "../../src/domain/analysis/modules/grazing.ts"
import type { Period, Subject } from "../../src/domain/analysis/Tracks.ts"
import type { Days } from "../../src/domain/zone.ts"
import type { Plane } from "../space/localFrame.ts"
import { visitStarts } from "../space/visits.ts"
import type { CleanedFixes } from "../track/clean.ts"
import { timeWeights } from "../track/timeWeight.ts"
import type { Pastures } from "./areas.ts"
import { containmentOf } from "./containment.ts"
import { addToDays, presenceOf } from "./presence.ts"
import type { Weights } from "./weighting.ts"
import { type Whereabouts, whereaboutsOf } from "./whereabouts.ts"

/** Animal is one animal of the herd with its cleaned fixes. */
interface Animal {
  readonly subject: Subject
  readonly cleaned: CleanedFixes
  readonly plane: Plane
}

/** AnimalUse is an animal's use of an area. Hours; epoch ms, NaN if it was never there. */
interface AnimalUse {
  readonly hours: number
  readonly weightedHours: number
  readonly fixes: number
  readonly visits: number
  readonly daysUsed: number
  readonly firstUse: number
  readonly lastUse: number
}

/** AreaUse is a herd's use of an area. */
export interface AreaUse extends Whereabouts {
  /** in the order of the herd */
  readonly animals: ReadonlyArray<AnimalUse>
  readonly hours: number
  readonly weightedHours: number
  /** by local day of the period */
  readonly dailyHours: Float64Array
  readonly dailyWeightedHours: Float64Array
  readonly animalsUsed: number
  /** summed over the animals */
  readonly visits: number
  /** times at which the area began to have animals after it had none */
  readonly herdVisits: number
  readonly firstUse: number
  readonly lastUse: number
}

/** TrackedAnimal is what is known of an animal independent of areas. Hours. */
interface TrackedAnimal {
  readonly hours: number
  readonly insideHours: number
}

/** HerdUse is everything about one herd in one period. */
export interface HerdUse {
  readonly period: Period
  readonly days: Days
  readonly herd: ReadonlyArray<Animal>
  readonly weights: Weights
  /** animals of the herd, with or without fixes */
  readonly herdSize: number
  readonly tracked: ReadonlyArray<TrackedAnimal>
  readonly hours: number
  readonly weightedHours: number
  /** in any area: where areas overlap, counted once */
  readonly insideHours: number
  readonly dailyHours: Float64Array
  readonly areas: ReadonlyArray<AreaUse>
}

/** A stay of one animal: from its first fix inside to its first fix outside, or its last of all. */
interface Stay {
  readonly from: number
  readonly to: number
}

const HOUR_MS = 3_600_000

const staysOf = (inside: Uint32Array, time: Float64Array): ReadonlyArray<Stay> => {
  const stays: Array<Stay> = []
  let first = 0
  for (let k = 1; k <= inside.length; k++) {
    if (k < inside.length && inside[k] === inside[k - 1]! + 1) continue
    const last = inside[k - 1]!
    stays.push({ from: time[inside[first]!]!, to: time[Math.min(last + 1, time.length - 1)]! })
    first = k
  }
  return stays
}

/** The herd is there while any animal is; a new visit begins after all were away for longer than the minimum. */
const herdVisits = (stays: ReadonlyArray<Stay>, absenceMs: number): number => {
  let visits = 0
  let until = -Infinity
  for (const { from, to } of stays.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (from - until > absenceMs) visits++
    until = Math.max(until, to)
  }
  return visits
}

const sumOf = <A>(items: ReadonlyArray<A>, of: (item: A) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0)

interface Task extends Pick<HerdUse, "period" | "days" | "herd" | "weights" | "herdSize"> {
  readonly pastures: Pastures
  readonly parameters: GrazingParameters
}

/** Computes a herd's use of its pastures; `began` is called with each animal when its turn comes. */
export const useOf = (
  { days, herd, herdSize, parameters, pastures, period, weights }: Task,
  began: (animal: number) => void
): HerdUse => {
  const absenceMs = parameters.min_absence_hours * HOUR_MS
  const count = days.names.length
  const daily = () => new Float64Array(count)
  const all = pastures.all.map(() => ({
    animals: [] as Array<AnimalUse>,
    stays: [] as Array<Stay>,
    dailyHours: daily(),
    dailyWeightedHours: daily()
  }))
  const dailyHours = daily()
  const hours: Array<Float64Array> = []
  const contained: Array<ReadonlyArray<Uint32Array>> = []

  const tracked = herd.map(({ cleaned: { fixes } }, animal): TrackedAnimal => {
    began(animal)
    const { time } = fixes
    const weight = weights.of[animal]!
    const standsFor = timeWeights(time, parameters.gap_hours)
    const presence = presenceOf(time, parameters.gap_hours)
    const { inside, isInside } = containmentOf(pastures.index, fixes)
    hours.push(standsFor)
    contained.push(inside)
    addToDays(dailyHours, days, presence, time.keys())
    inside.forEach((own, area) => {
      const { animals, dailyHours: areaDaily, dailyWeightedHours, stays } = all[area]!
      const ownDaily = daily()
      addToDays(ownDaily, days, presence, own)
      ownDaily.forEach((h, day) => {
        areaDaily[day]! += h
        dailyWeightedHours[day]! += weight * h
      })
      stays.push(...staysOf(own, time))
      let held = 0
      for (const fix of own) held += standsFor[fix]!
      animals.push({
        hours: held,
        weightedHours: weight * held,
        fixes: own.length,
        visits: visitStarts(own, time, absenceMs).length,
        daysUsed: ownDaily.reduce((sum, h) => sum + (h > 0 ? 1 : 0), 0),
        firstUse: time[own[0] ?? -1] ?? Number.NaN,
        lastUse: time[own.at(-1) ?? -1] ?? Number.NaN
      })
    })
    let total = 0
    let within = 0
    for (let i = 0; i < time.length; i++) {
      total += standsFor[i]!
      if (isInside[i] === 1) within += standsFor[i]!
    }
    return { hours: total, insideHours: within }
  })

  const areas = all.map(({ animals, stays, ...dailies }, area): AreaUse => {
    const used = animals.filter(({ fixes }) => fixes > 0)
    return {
      ...dailies,
      animals,
      animalsUsed: used.length,
      visits: sumOf(animals, (a) => a.visits),
      herdVisits: herdVisits(stays, absenceMs),
      hours: sumOf(animals, (a) => a.hours),
      weightedHours: sumOf(animals, (a) => a.weightedHours),
      firstUse: used.length === 0 ? Number.NaN : Math.min(...used.map((a) => a.firstUse)),
      lastUse: used.length === 0 ? Number.NaN : Math.max(...used.map((a) => a.lastUse)),
      ...whereaboutsOf(
        herd.map(({ plane }, animal) => ({
          plane,
          hours: hours[animal]!,
          inside: contained[animal]![area]!
        })),
        pastures.all[area]!,
        parameters.cell_m
      )
    }
  })
  return {
    period,
    days,
    herd,
    weights,
    herdSize,
    tracked,
    areas,
    dailyHours,
    hours: sumOf(tracked, (t) => t.hours),
    weightedHours: tracked.reduce((sum, t, animal) => sum + weights.of[animal]! * t.hours, 0),
    insideHours: sumOf(tracked, (t) => t.insideHours)
  }
}
