// One day of wandering as a correlated random walk: each step's direction is the last one's with a turn
// (Kareiva and Shigesada 1983), drawn back to the middle and led to where the next day begins, so that days
// join.
import { normalDraw } from "../domain/seededRandom.ts"
import type { Place } from "./farm.ts"

/** Steps of a day. */
export const STEPS_PER_DAY = 288

/** Places at every five minutes of a day, both midnights included. */
export interface Walk {
  readonly east: Float64Array
  readonly north: Float64Array
}

/** Gait is the way an animal moves. */
export interface Gait {
  /** metres of a step at full effort, on average */
  readonly stepM: number
  /** share of the way to the middle that a full step gives back */
  readonly pull: number
  /** half axes in metres of the ellipse round the middle that is never left */
  readonly bound: Place
}

/**
 * Walks from `from` to `to`; `effort` (0..1) says how much of a step each five minutes takes, and 0 means to
 * stand still.
 */
export const walkDay = (
  dice: () => number,
  from: Place,
  to: Place,
  effort: (step: number) => number,
  gait: Gait
): Walk => {
  const east = new Float64Array(STEPS_PER_DAY + 1),
    north = new Float64Array(STEPS_PER_DAY + 1),
    tired = new Float64Array(STEPS_PER_DAY + 1)
  let direction = dice() * 2 * Math.PI
  let x = from[0],
    y = from[1]
  east[0] = x
  north[0] = y
  for (let k = 0; k < STEPS_PER_DAY; k++) {
    const strength = effort(k)
    direction += 0.5 * normalDraw(dice)
    const length = strength * gait.stepM * (0.5 + dice())
    x += length * Math.cos(direction) - strength * gait.pull * x
    y += length * Math.sin(direction) - strength * gait.pull * y
    east[k + 1] = x
    north[k + 1] = y
    tired[k + 1] = tired[k]! + strength
  }
  // What is missing to the day's end is made up in proportion to the effort: who rests does not drift.
  const whole = tired[STEPS_PER_DAY]! || 1,
    missX = to[0] - x,
    missY = to[1] - y
  for (let k = 0; k <= STEPS_PER_DAY; k++) {
    const px = east[k]! + (missX * tired[k]!) / whole,
      py = north[k]! + (missY * tired[k]!) / whole
    const squeeze = 1 / Math.sqrt(1 + (px / gait.bound[0]) ** 2 + (py / gait.bound[1]) ** 2)
    east[k] = px * squeeze
    north[k] = py * squeeze
  }
  return { east, north }
}

/** Where the walk is at a moment of its day, 0..1. */
export const placeAt = (walk: Walk, moment: number): Place => {
  const at = moment * STEPS_PER_DAY,
    k = Math.min(Math.floor(at), STEPS_PER_DAY - 1),
    share = at - k
  return [
    walk.east[k]! * (1 - share) + walk.east[k + 1]! * share,
    walk.north[k]! * (1 - share) + walk.north[k + 1]! * share
  ]
}
