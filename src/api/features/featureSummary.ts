// Makes the summary of a feature: its size, the rules that watch it, its neighbours and its history.
import { Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Geometry } from "../../domain/geo/Geometry.ts"
import { countCorners, pathLength } from "../../domain/geo/pathLength.ts"
import { rulesWatching } from "../../domain/rule/rulesWatching.ts"
import { englishParts } from "../../domain/rule/words/english.ts"
import { sentenceMessage } from "../../domain/rule/words/sentence.ts"
import type { FeatureSummary } from "../../domain/tracking/FeatureSummary.ts"
import type { RuleNames } from "../../store/rules/RuleNames.ts"
import type { Rules } from "../../store/rules/Rules.ts"
import { areaOf, type FeatureDetails } from "../../store/tracking/features/FeatureDetails.ts"
import type { Features } from "../../store/tracking/features/Features.ts"
import { allRules, documentOf } from "../backtest/listRules.ts"

interface Stores {
  readonly details: FeatureDetails["Service"]
  readonly features: Features["Service"]
  readonly naming: RuleNames["Service"]
  readonly rules: Rules["Service"]
}

/** Returns the summary of a feature for a caller; fails where the project has no such feature. */
export const featureSummary = Effect.fnUntraced(function* (
  { details, features, naming, rules }: Stores,
  projectId: string,
  visibility: Visibility,
  id: string
) {
  const feature = yield* features.get(projectId, id)
  // a stored geometry has passed the checks
  const geometry = feature.geometry as unknown as Geometry
  const saved = yield* allRules(rules, projectId, visibility)
  const { others, watching } = rulesWatching(feature, saved, documentOf)
  const names = yield* naming.of(
    projectId,
    watching.map(({ rule }) => documentOf(rule))
  )
  const length = pathLength(geometry)
  return {
    area_m2: areaOf(geometry),
    length_m: length === 0 ? null : length,
    corners: countCorners(geometry),
    rules: watching.map(({ rule, watches }) => {
      const message = sentenceMessage(documentOf(rule), names)
      return {
        id: rule.id,
        name: rule.name,
        enabled: rule.enabled,
        watches,
        sentence: englishParts(message),
        sentence_message: message
      }
    }),
    other_rules: others.map(({ named, rule }) => ({
      id: rule.id,
      name: rule.name,
      enabled: rule.enabled,
      features: named
    })),
    overlaps: yield* details.overlaps(projectId, id),
    history: yield* details.history(projectId, id)
  } satisfies FeatureSummary
})
