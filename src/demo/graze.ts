// Where grazing animals are: a herd wanders as one, each animal wanders in the herd, and every other day the
// herd changes pasture.
import { seededRandom, hashWords, unitOf } from "../domain/seededRandom.ts"
import { pastures, type Pasture, type Place } from "./farm.ts"
import { appetite, solarDay } from "./rhythm.ts"
import { type Gait, placeAt, STEPS_PER_DAY, type Walk, walkDay } from "./Walk.ts"

const herdGait: Gait = { stepM: 42, pull: 0.03, bound: [350, 230] }
const ownGait: Gait = { stepM: 24, pull: 0.12, bound: [85, 85] }

const HERD_SEED = 1,
  ANIMAL_SEED = 2,
  BED_SEED = 3,
  BOUT_SEED = 4

/** A bed is a place near the middle of what the gait allows. */
const bed = (gait: Gait, ...words: ReadonlyArray<number>): Place => {
  const far = 0.8 * Math.sqrt(unitOf(...words, 1)),
    direction = 2 * Math.PI * unitOf(...words, 2)
  return [far * gait.bound[0] * Math.cos(direction), far * gait.bound[1] * Math.sin(direction)]
}

const hourOf = (step: number) => (step * 24) / STEPS_PER_DAY

/**
 * Returns the share of the way from one pasture to the next: herds move between 7:00 and 7:30, gently at both
 * ends.
 */
const moved = (moment: number): number => {
  const share = Math.min(Math.max((moment * 24 - 7) / 0.5, 0), 1)
  return share * share * (3 - 2 * share)
}

const pastureOf = (herd: number, day: number): Pasture =>
  pastures[(((Math.floor(day / 2) + herd) % 3) + 3) % 3]!

/** The pasture that a herd is on at an instant; on the move, the one it goes to. */
export const pastureAt = (herd: number, at: number): Pasture => {
  const { day, moment } = solarDay(at)
  return pastureOf(herd, moment * 24 < 7 ? day - 1 : day)
}

/**
 * MAX_CACHED_WALKS bounds the cached walks: room for a few days of all animals, whose walks are asked for
 * often.
 */
const MAX_CACHED_WALKS = 256

/**
 * Makes `(herd, animal, at) => Place`: the same answer for the same seed and question, whatever was asked
 * before. Animals rest without a step at night, take bouts of half an hour or so by day, and stay within 85 m
 * of their herd's centre.
 */
export const grazing = (seed: number): ((herd: number, animal: number, at: number) => Place) => {
  const kept = new Map<string, Walk>()
  const keep = (key: string, make: () => Walk): Walk => {
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= MAX_CACHED_WALKS) kept.clear()
    const made = make()
    kept.set(key, made)
    return made
  }

  const herdWalk = (herd: number, day: number): Walk =>
    keep(`herd ${herd} ${day}`, () =>
      walkDay(
        seededRandom(hashWords(seed, HERD_SEED, herd, day)),
        bed(herdGait, seed, HERD_SEED, BED_SEED, herd, day),
        bed(herdGait, seed, HERD_SEED, BED_SEED, herd, day + 1),
        (step) => appetite(hourOf(step)),
        herdGait
      )
    )

  const ownWalk = (animal: number, day: number): Walk =>
    keep(`own ${animal} ${day}`, () => {
      const bouts = seededRandom(hashWords(seed, BOUT_SEED, animal, day))
      let grazes = true
      const effort = (step: number) => {
        if (bouts() < 0.15) grazes = !grazes
        return appetite(hourOf(step)) * (grazes ? 1 : 0.1)
      }
      return walkDay(
        seededRandom(hashWords(seed, ANIMAL_SEED, animal, day)),
        bed(ownGait, seed, ANIMAL_SEED, BED_SEED, animal, day),
        bed(ownGait, seed, ANIMAL_SEED, BED_SEED, animal, day + 1),
        effort,
        ownGait
      )
    })

  return (herd, animal, at) => {
    const { day, moment } = solarDay(at)
    const [hx, hy] = placeAt(herdWalk(herd, day), moment)
    const [ox, oy] = placeAt(ownWalk(animal, day), moment)
    const [x0, y0] = pastureOf(herd, day - 1).middle,
      [x1, y1] = pastureOf(herd, day).middle,
      share = moved(moment)
    return [x0 + (x1 - x0) * share + hx + ox, y0 + (y1 - y0) * share + hy + oy]
  }
}
