// Everything that is computed from one subject's fixes of one period, in named steps.
import type { Shape } from "../../src/domain/analysis/Geometry.ts"
import type { MovementParameters } from "../../src/domain/analysis/modules/movement.ts"
import type { Period, Subject } from "../../src/domain/analysis/Tracks.ts"
import type { Days, Zone } from "../../src/domain/zone.ts"
import { histogram } from "../stats/histogram.ts"
import { type LocalFrame, toPlane } from "../space/localFrame.ts"
import { type Calendar, calendarOf } from "../track/calendar.ts"
import type { CleanedFixes } from "../track/clean.ts"
import type { Light } from "../../src/domain/geo/sun.ts"
import { daylightOf, type LightSums } from "../track/daylight.ts"
import { countNights, type NightHours } from "../track/nightHours.ts"
import { type Gaps, gapsOf, judgedSeconds } from "../track/gaps.ts"
import { MIN_FIXES } from "../track/quality.ts"
import { displacementOf, type Speeds, speedsOf } from "../track/speeds.ts"
import { type Stationary, stationaryOf } from "../track/stationary.ts"
import { stepsOf } from "../track/steps.ts"
import { timeWeights } from "../track/timeWeight.ts"
import { type Turning, turningOf } from "../track/turning.ts"
import { effectiveSize } from "./effectiveSize.ts"
import { type HomeRange, homeRangeOf } from "./homeRange.ts"
import { type Residence, residenceOf } from "./hotspots.ts"
import { type DisplacementCurve, netSquaredDisplacement } from "./netSquaredDisplacement.ts"
import { type ClusterPlaces, placesOf } from "./places.ts"
import { type Stability, stabilityOf } from "./stability.ts"
import { trackLine } from "./trackLine.ts"

/** What is the same for every track of a run. */
export interface Setting {
  readonly parameters: MovementParameters
  readonly zone: Zone
  /** silence is judged from the first fix of a subject to its last */
  readonly ownPeriods?: boolean | undefined
  /** of the speed histogram, m/s */
  readonly speedEdges: Float64Array
}

/**
 * One subject in one period. Metres, seconds and hours as named; NaN: cannot be said; null: not asked for, or
 * too few fixes.
 */
export interface Measured {
  readonly subject: Subject
  readonly period: Period
  readonly days: Days
  readonly maxSpeed: number
  readonly cleaned: CleanedFixes
  readonly gaps: Gaps
  readonly speeds: Speeds
  readonly speedCounts: Uint32Array
  readonly displacement: number
  readonly maxDisplacement: number
  readonly netSquared: DisplacementCurve
  readonly stationary: Omit<Stationary, "isStill">
  readonly turning: Turning
  readonly light: Readonly<Record<Light, LightSums>>
  readonly nights: NightHours
  readonly calendar: Calendar
  readonly frame: LocalFrame
  readonly residence: Residence
  readonly places: ClusterPlaces | null
  readonly homeRange: HomeRange | null
  readonly effectiveSize: number
  readonly stability: Stability | null
  /** null without fixes */
  readonly line: Shape | null
}

/** measuringSteps are the steps of measuring, with their share of the time in percent. */
export const measuringSteps = [
  ["steps", 20],
  ["daylight", 10],
  ["residence", 15],
  ["clusters", 25],
  ["home range", 15],
  ["range stability", 15]
] as const
/** MeasuringStep is the name of one of these steps. */
export type MeasuringStep = (typeof measuringSteps)[number][0]

/** MeasuringTask is one cleaned track and the settings to measure it by. */
interface MeasuringTask extends Pick<
  Measured,
  "subject" | "period" | "days" | "maxSpeed" | "cleaned" | "frame"
> {
  readonly setting: Setting
}

/** Measures one track; `began` is called with each step when it begins. */
export const measure = (
  { cleaned, days, frame, maxSpeed, period, setting, subject }: MeasuringTask,
  began: (step: MeasuringStep) => void
): Measured => {
  const { parameters, speedEdges, zone } = setting
  const { fixes } = cleaned
  const count = fixes.time.length
  const isEnough = count >= MIN_FIXES

  began("steps")
  const steps = stepsOf(fixes, parameters.gap_hours)
  const speeds = speedsOf(steps)
  const displacement = displacementOf(fixes)
  const { isStill, ...still } = stationaryOf(
    steps,
    parameters.stationary_speed_mps,
    parameters.stationary_min_minutes
  )
  const hours = timeWeights(fixes.time, parameters.gap_hours)

  began("daylight")
  const nights = countNights(zone)
  const light = daylightOf(fixes, steps, { isStill, ...still }, nights.count)
  const calendar = calendarOf(fixes, steps, zone, days)

  began("residence")
  const plane = toPlane(frame, fixes)
  const residence = residenceOf(frame, plane, hours, fixes.time, parameters.cell_m, parameters.revisit_hours)

  began("clusters")
  const places =
    isEnough && parameters.methods.includes("clusters")
      ? placesOf(frame, fixes, plane, hours, parameters.cell_m)
      : null

  began("home range")
  const homeRange = isEnough ? homeRangeOf(frame, plane, parameters) : null

  began("range stability")
  const isRanged = homeRange !== null && (homeRange.mcp !== null || homeRange.kernel !== null)
  const stability = !isRanged
    ? null
    : stabilityOf(frame, plane, fixes.time, {
        mcpHa: hectares(homeRange.mcp?.areaM2),
        kde95Ha: hectares(homeRange.kernel?.isopleths.find((i) => i.level === 0.95)?.areaM2),
        mcpPercent: parameters.mcp_percent,
        bandwidthM: parameters.kde_bandwidth_m,
        minFixes: MIN_FIXES
      })

  return {
    subject,
    period,
    days,
    maxSpeed,
    cleaned,
    speeds,
    light,
    nights: nights.hours,
    calendar,
    frame,
    residence,
    places,
    homeRange,
    stability,
    gaps: gapsOf(steps, parameters.gap_hours, count, judgedSeconds(period, fixes.time, setting.ownPeriods)),
    speedCounts: histogram(steps.speed, speedEdges, (i) => steps.isGap[i] === 0),
    displacement: displacement.last,
    maxDisplacement: displacement.max,
    netSquared: netSquaredDisplacement(fixes.time, displacement.fromFirst),
    stationary: still,
    turning: turningOf(fixes, steps, parameters.stationary_speed_mps),
    effectiveSize: isEnough ? effectiveSize(plane) : Number.NaN,
    line: count === 0 ? null : trackLine(fixes)
  }
}

/** NaN of nothing. */
export const hectares = (squareMetres: number | undefined): number =>
  squareMetres === undefined ? Number.NaN : squareMetres / 10_000
