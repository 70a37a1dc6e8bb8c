// Finds who was in a feature, when and for how long, by the test of rules: is the fix inside the shape?
import { Effect } from "effect"
import { Invalid } from "../../contract/http/errors.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { contains } from "../../domain/geo/contains.ts"
import type { Geometry } from "../../domain/geo/Geometry.ts"
import { prepare } from "../../domain/geo/Polygon.ts"
import { shareOut } from "../../domain/geo/shareOut.ts"
import { formatInstant } from "../../domain/time.ts"
import { radiusOf } from "../../domain/tracking/Feature.ts"
import {
  type FeaturePresence,
  MAX_PRESENCE_FIXES,
  MAX_VISITORS,
  MAX_VISITS
} from "../../domain/tracking/FeaturePresence.ts"
import { visitsOf } from "../../domain/tracking/visits.ts"
import type { Features } from "../../store/tracking/features/Features.ts"
import type { PeriodFixes, TrackedAnimal } from "../../store/tracking/features/PeriodFixes.ts"

interface Stores {
  readonly features: Features["Service"]
  readonly fixes: PeriodFixes["Service"]
}

interface Visitor extends ReturnType<typeof visitsOf> {
  readonly animal: TrackedAnimal
}

const SECOND_MS = 1000

const visitorOf = (
  { animal, insideMs, isInside, knownMs, visits }: Visitor,
  listed: number
): FeaturePresence["subjects"][number] => {
  const last = visits.at(-1)!
  return {
    id: animal.id,
    name: animal.name,
    type: animal.type,
    visit_count: visits.length,
    inside_seconds: insideMs / SECOND_MS,
    share: knownMs === 0 ? null : insideMs / knownMs,
    is_inside: isInside,
    since: isInside ? formatInstant(last.from) : null,
    left_at: isInside ? null : formatInstant(last.to),
    visits: visits
      .slice(visits.length - listed)
      .map(({ from, to }) => ({ from: formatInstant(from), to: formatInstant(to) }))
  }
}

/** Returns the visits of all animals that the caller sees; fails where the project has no such feature. */
export const featurePresence = Effect.fnUntraced(function* (
  { features, fixes }: Stores,
  projectId: string,
  visibility: Visibility,
  id: string,
  period: { readonly from: number; readonly to: number }
) {
  const feature = yield* features.get(projectId, id)
  // a stored geometry has passed the checks
  const geometry = feature.geometry as unknown as Geometry
  const shape = prepare(geometry, radiusOf(geometry, feature.attributes) ?? undefined)
  const breakMs = yield* fixes.breakMs(projectId)
  const animals = yield* fixes.tracked(projectId, visibility, period)
  const visitors: Array<Visitor> = []
  const fixCount = yield* fixes
    .each(projectId, animals, period, MAX_PRESENCE_FIXES, (animal, { lat, lon, time }) => {
      const found = visitsOf(time, (fix) => contains(shape, lon[fix]!, lat[fix]!), breakMs)
      if (found.visits.length > 0) visitors.push({ ...found, animal })
    })
    .pipe(
      Effect.catchTag("TooManyFixes", ({ limit }) =>
        Effect.fail(
          Invalid.at(
            "/from",
            "INPUT_TOO_LARGE",
            `The period has more than ${limit} fixes: ask for a shorter one.`
          )
        )
      )
    )
  const listed = visitors
    .toSorted((a, b) => b.insideMs - a.insideMs || b.visits.length - a.visits.length)
    .slice(0, MAX_VISITORS)
  const shares = shareOut(
    listed.map(({ visits }) => visits.length),
    MAX_VISITS
  )
  return {
    from: formatInstant(period.from),
    to: formatInstant(period.to),
    break_seconds: breakMs / SECOND_MS,
    fixes: fixCount,
    tracked: animals.length,
    subjects: listed.map((visitor, i) => visitorOf(visitor, shares[i]!)),
    is_cut: listed.length < visitors.length || listed.some(({ visits }, i) => shares[i]! < visits.length)
  } satisfies FeaturePresence
})
