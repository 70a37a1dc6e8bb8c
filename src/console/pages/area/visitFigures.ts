// Figures of the visits to an area: how many, how long, how many animals at a time.
import type { AreaPresence, Visitor } from "../../data/areas.ts"

/** VisitFigures are the figures of a period. */
interface VisitFigures {
  readonly visits: number
  /** animals with a visit */
  readonly visitors: number
  readonly inside: number
  /** null: no visits */
  readonly meanSeconds: number | null
}

/** visitFigures adds up the visits of a period; null: no positions came, so nothing is known. */
export const visitFigures = ({ fixes, subjects }: AreaPresence): VisitFigures | null => {
  if (fixes === 0) return null
  const visits = subjects.reduce((sum, one) => sum + one.visit_count, 0)
  const seconds = subjects.reduce((sum, one) => sum + one.inside_seconds, 0)
  return {
    visits,
    visitors: subjects.filter((one) => one.visit_count > 0).length,
    inside: subjects.filter((one) => one.is_inside).length,
    meanSeconds: visits === 0 ? null : seconds / visits
  }
}

/** lastInside returns when an animal was seen inside last, epoch ms; null: never in the period. */
export const lastInside = ({ visits }: Visitor): number | null => {
  const last = visits.at(-1)
  return last === undefined ? null : Date.parse(last.to)
}

/** presentByBin counts the animals inside in each of `bins` equal parts of a period, epoch ms. */
export const presentByBin = (
  subjects: ReadonlyArray<Pick<Visitor, "visits">>,
  from: number,
  to: number,
  bins: number
): ReadonlyArray<number> => {
  const counts = Array.from({ length: bins }, () => 0)
  const binAt = (moment: string) =>
    Math.min(bins - 1, Math.max(0, Math.floor(((Date.parse(moment) - from) / (to - from)) * bins)))
  for (const { visits } of subjects) {
    const present = new Set<number>()
    for (const visit of visits) {
      if (Date.parse(visit.to) < from || Date.parse(visit.from) > to) continue
      for (let bin = binAt(visit.from); bin <= binAt(visit.to); bin++) present.add(bin)
    }
    for (const bin of present) counts[bin]!++
  }
  return counts
}

/** Types of subjects that come and go by themselves: an alert is seldom about them. */
const STAFF_TYPES: ReadonlySet<string> = new Set(["person", "vehicle"])

/** typesOf returns the types of the animals that a new rule is about: those inside, else the visitors. */
export const typesOf = ({ subjects }: AreaPresence): ReadonlyArray<string> => {
  const animals = subjects.filter(({ type }) => !STAFF_TYPES.has(type))
  const candidates = animals.length > 0 ? animals : subjects
  const inside = candidates.filter((one) => one.is_inside)
  return [...new Set((inside.length > 0 ? inside : candidates).map(({ type }) => type))].sort()
}
