// Tracks for the bench of the movement analysis: animals that rest, graze and travel round a home, one fix
// every ten minutes with some jitter, a few missing, and a few long gaps; and one animal that never leaves
// its pen. Seeded: every run sees the same rows.
import { defaults, movement, type MovementJob } from "../../src/domain/analysis/modules/movement.ts"
import type { Track } from "../../src/domain/analysis/Tracks.ts"
import { chance } from "./World.ts"

const METRES_PER_DEGREE = 111_194.926
const LON = 11.05,
  LAT = 47.02
const BEGIN = Date.UTC(2024, 0, 1)

const empty = (subject: number, fixes: number): Track => ({
  subject,
  period: "main",
  time: new Float64Array(fixes),
  lon: new Float64Array(fixes),
  lat: new Float64Array(fixes),
  accuracy_m: new Float32Array(fixes).fill(Number.NaN),
  satellites: new Float32Array(fixes).fill(Number.NaN)
})

/** Two normal deviates at once. Box and Muller 1958. */
const normals = (random: () => number): readonly [number, number] => {
  const radius = Math.sqrt(-2 * Math.log(1 - random())),
    angle = 2 * Math.PI * random()
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}

const roam = (subject: number, fixes: number): Track => {
  const random = chance(20_260_101 + subject)
  const track = empty(subject, fixes)
  const homeX = 18_000 * random() - 9000,
    homeY = 18_000 * random() - 9000
  let x = homeX,
    y = homeY,
    restX = x,
    restY = y,
    heading = 2 * Math.PI * random(),
    state = 0,
    left = 1,
    time = BEGIN + 600_000 * random()
  for (let i = 0; i < fixes; i++) {
    const which = random(),
      jitter = random(),
      [a, b] = normals(random),
      [c, d] = normals(random)
    if (--left <= 0) {
      state = which < 0.45 ? 0 : which < 0.88 ? 1 : 2
      left = 1 + Math.floor(-Math.log(1 - random()) * [30, 18, 8][state]!)
      restX = x
      restY = y
    }
    if (state === 0) {
      x = restX + 4 * a
      y = restY + 4 * b
    } else {
      const pull = Math.min(0.35, (Math.hypot(homeX - x, homeY - y) / 6000) ** 2 * 0.25)
      heading += (state === 1 ? 1.1 : 0.35) * a
      heading += pull * Math.sin(Math.atan2(homeY - y, homeX - x) - heading) * 2
      const step = (state === 1 ? 45 : 320) * Math.exp(0.6 * b - 0.18)
      x += step * Math.cos(heading)
      y += step * Math.sin(heading)
    }
    track.time[i] = Math.round(time)
    track.lon[i] = LON + (x + 3 * c) / (METRES_PER_DEGREE * Math.cos((LAT * Math.PI) / 180))
    track.lat[i] = LAT + (y + 3 * d) / METRES_PER_DEGREE
    time +=
      600_000 +
      40_000 * jitter +
      (jitter < 0.005 ? 600_000 : 0) +
      (which < 0.0002 ? 3_600_000 * (5 + 55 * jitter) : 0)
  }
  return track
}

/** A pen of twenty metres, and the noise of the receiver. */
const stay = (fixes: number): Track => {
  const random = chance(7)
  const track = empty(0, fixes)
  for (let i = 0; i < fixes; i++) {
    const [a, b] = normals(random)
    track.time[i] = BEGIN + i * 120_000
    track.lon[i] = LON + (20 * random() + 4 * a) / (METRES_PER_DEGREE * Math.cos((LAT * Math.PI) / 180))
    track.lat[i] = LAT + (20 * random() + 4 * b) / METRES_PER_DEGREE
  }
  return track
}

const jobOf = (tracks: ReadonlyArray<Track>): MovementJob => ({
  module: "movement",
  methodVersion: movement.version,
  timezone: "Europe/Vienna",
  parameters: defaults,
  tracks,
  subjects: tracks.map(({ subject }) => ({
    id: `00000000-0000-7000-8000-${String(subject).padStart(12, "0")}`,
    name: `Animal ${subject + 1}`,
    type: "animal",
    isLivestock: false,
    weights: {},
    deployments: null,
    discarded: {}
  })),
  periods: [
    { key: "main", from: BEGIN, to: tracks.reduce((latest, t) => Math.max(latest, t.time.at(-1)!), 0) + 1 }
  ]
})

export const roaming = (animals: number, fixes: number): MovementJob =>
  jobOf(Array.from({ length: animals }, (_, subject) => roam(subject, fixes)))

export const penned = (fixes: number): MovementJob => jobOf([stay(fixes)])
