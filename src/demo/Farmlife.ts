// What everybody on the demo farm reports at any moment: a pure function of a seed, the moment of the first
// start, and time. Nothing is remembered between questions, so the past can be told again and the future goes
// on after any restart.
import { cast, fading, type Member, restless } from "./cast.ts"
import { normalDraw, seededRandom, hashWords, unitOf } from "../domain/seededRandom.ts"
import { pickupAt, rangerAt } from "./drive.ts"
import { onEarth, type Place } from "./farm.ts"
import { grazing, pastureAt } from "./graze.ts"
import { solarDay } from "./rhythm.ts"
import { crossingNear, stray } from "./stray.ts"

/** Milliseconds between two reports of a member. */
export const TICK_MS = 5000
/** Ticks between two readings of battery, temperature and accelerometer: a minute. */
const READING_TICKS = 12

/** One report as the ingest endpoint takes it. */
interface DemoReport {
  readonly device: string
  readonly time: string
  readonly lat: number
  readonly lon: number
  readonly altitude_m: number
  readonly speed_mps: number
  readonly heading_deg?: number
  readonly accuracy_m: number
  readonly satellites: number
  readonly measurements?: Readonly<Record<string, number>>
}

/** Farmlife simulates the animals and people of a farm. */
export interface Farmlife {
  /** Where a member is at an instant (epoch ms), before its receiver errs. */
  readonly placeOf: (member: Member, at: number) => Place
  /** What a member reports at a tick: `TICK_MS` each, counted from the first start, negative before. */
  readonly report: (member: Member, tick: number) => DemoReport
  /** The instant of a tick, epoch ms. */
  readonly timeOf: (tick: number) => number
  /** The last tick at or before an instant. */
  readonly tickAt: (at: number) => number
}

/** Whether a member reads its sensors at a tick: members take turns over the minute. */
export const reads = (member: Member, tick: number): boolean =>
  (((tick - member.index) % READING_TICKS) + READING_TICKS) % READING_TICKS === 0

const HERD_IDS = { cow: 0, sheep: 1 } as const
const ERROR_M = 1.5
const DAY_MS = 86_400_000

const cut = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

/**
 * Volts of a collar: half a volt in forty days, then a fresh cell; the fading one falls below 3.2 V at the
 * first start.
 */
const volts = (seed: number, member: Member, days: number): number => {
  if (member === fading) return days < 0 ? 3.21 - 0.02 * days : Math.max(3.05, 3.18 - 0.01 * days)
  const age = days / 40 + unitOf(seed, member.index, 7)
  return 4.1 - 0.5 * (age - Math.floor(age))
}

/**
 * Returns the farm of a seed, first started at `startedAt` (epoch ms). Within its first minute the restless
 * cow crosses the fence (20 s), the pickup is faster than 40 km/h for more than 30 s inside a zone (from 5 s
 * on), and the fading collar reads less than 3.2 V (5 s).
 */
export const farmlife = (seed: number, startedAt: number): Farmlife => {
  const graze = grazing(seed)
  const firstCrossing = startedAt + 20_000
  const firstHurry = startedAt + 4000
  const timeOf = (tick: number) => startedAt + tick * TICK_MS

  const placeOf = (member: Member, at: number): Place => {
    switch (member.kind) {
      case "cow": {
        const home = graze(HERD_IDS.cow, member.index, at)
        if (member !== restless) return home
        const crossing = crossingNear(firstCrossing, at)
        return stray(crossing, at, home, pastureAt(HERD_IDS.cow, crossing))
      }
      case "sheep":
        return graze(HERD_IDS.sheep, member.index, at)
      case "vehicle":
        return pickupAt(firstHurry, at)
      case "person":
        return rangerAt(at)
    }
  }

  const readings = (member: Member, tick: number, speed: number): Readonly<Record<string, number>> => {
    const { moment } = solarDay(timeOf(tick))
    const dice = seededRandom(hashWords(seed, member.index, tick, 8))
    const temperature = cut(15 - 7 * Math.cos(2 * Math.PI * (moment - 3 / 24)) + 0.5 * normalDraw(dice), 1)
    const battery = cut(volts(seed, member, (timeOf(tick) - startedAt) / DAY_MS), 3)
    if (member.kind === "vehicle")
      return { battery_voltage: cut(12.6 + (speed > 0 ? 1.4 : 0) + 0.05 * dice(), 2) }
    if (member.kind === "person") return { battery_voltage: battery }
    // The collar hangs: gravity along z, and the head's movements on top, stronger on the move than at rest.
    const shake = speed < 0.02 ? 0.15 : 0.9 + Math.min(speed, 1.5)
    return {
      battery_voltage: battery,
      temperature_c: temperature,
      accel_x: cut(shake * normalDraw(dice), 2),
      accel_y: cut(shake * normalDraw(dice), 2),
      accel_z: cut(9.81 + shake * normalDraw(dice), 2)
    }
  }

  const report = (member: Member, tick: number): DemoReport => {
    const at = timeOf(tick)
    const [east, north] = placeOf(member, at),
      [eastBefore, northBefore] = placeOf(member, at - TICK_MS)
    const speed = Math.hypot(east - eastBefore, north - northBefore) / (TICK_MS / 1000)
    const error = (word: number) => ERROR_M * (2 * unitOf(seed, member.index, tick, word) - 1)
    const [lon, lat] = onEarth([east + error(1), north + error(2)])
    return {
      device: member.device.external_id,
      time: new Date(at).toISOString(),
      lat,
      lon,
      altitude_m: cut(470 + 12 * Math.sin(east / 400) + 9 * Math.cos(north / 350) + 2 * error(3), 1),
      speed_mps: cut(speed, 2),
      ...(speed < 0.05
        ? {}
        : {
            heading_deg:
              cut(((Math.atan2(east - eastBefore, north - northBefore) * 180) / Math.PI + 360) % 360, 0) % 360
          }),
      accuracy_m: cut(2 + 4 * unitOf(seed, member.index, tick, 4), 1),
      satellites: 7 + Math.floor(6 * unitOf(seed, member.index, tick, 5)),
      ...(reads(member, tick) ? { measurements: readings(member, tick, speed) } : {})
    }
  }

  return { placeOf, report, timeOf, tickAt: (at) => Math.floor((at - startedAt) / TICK_MS) }
}

/** Ticks between two reports of the told past: five minutes, so that a past report falls on a reading. */
const PAST_TICKS = 60
/** How many ticks before its end the past is told so; before that an hour lies between two reports. */
const FINE_TICKS = (2 * DAY_MS) / TICK_MS
const COARSE_TICKS = 1440

/**
 * Everybody's reports after tick `from` up to tick `to`, in time order: five minutes apart in the last two
 * days, two hours before.
 */
export function* past(life: Farmlife, from: number, to: number): Generator<DemoReport> {
  for (let tick = from + 1; tick <= to; tick++) {
    const apart = tick > to - FINE_TICKS ? PAST_TICKS : COARSE_TICKS
    for (const member of cast)
      if ((((tick - member.index) % apart) + apart) % apart === 0) yield life.report(member, tick)
  }
}
