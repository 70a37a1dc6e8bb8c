// The day of a grazing animal by the sun: it rests at night and over midday, and grazes in between.
import { WELL_POSITION } from "./farm.ts"

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The farm's solar day that holds the instant `at` (epoch ms), and how much of it has passed (0..1). */
export const solarDay = (at: number): { readonly day: number; readonly moment: number } => {
  const shifted = at + (WELL_POSITION[0] / 15) * HOUR_MS
  const day = Math.floor(shifted / DAY_MS)
  return { day, moment: shifted / DAY_MS - day }
}

/** Returns the share of full grazing, 0..1, at an hour of the solar day. */
export const appetite = (hour: number): number => {
  if (hour < 5.5 || hour >= 20.5) return 0
  if (hour < 10.5 || hour >= 15.5) return 1
  return hour < 11.5 || hour >= 15 ? 0.4 : 0.05
}
