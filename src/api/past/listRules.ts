// Rules beside what each did lately: its sentence in the names of the project, and whom it covers.
import { Effect } from "effect"
import type { Subjects } from "../../backtest/ports.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { isInScope, type Who } from "../../domain/rule/scope.ts"
import type { SavedRule } from "../../domain/rule/SavedRule.ts"
import { sentence } from "../../domain/rule/sentence.ts"
import type { RuleActivity } from "../../store/rules/RuleActivity.ts"
import type { RuleNames } from "../../store/rules/RuleNames.ts"

interface Stores {
  readonly activity: RuleActivity["Service"]
  readonly naming: RuleNames["Service"]
  readonly subjects: Subjects["Service"]
}

/** The devices that an entity wears. */
const wornNow = ({ entity }: Who): ReadonlyArray<string> =>
  (entity?.worn ?? []).flatMap((w) => (w.to === Infinity ? [w.id] : []))

/** An entity under `device_ids` is covered while it wears one of them. */
const isCovered = ({ scope }: CanonicalDocument, who: Who): boolean =>
  isInScope(scope, who) &&
  (scope.device_ids === undefined ||
    scope.device_ids.includes(who.device.id) ||
    wornNow(who).some((id) => scope.device_ids!.includes(id)))

/** `rules`: as the caller sees them. */
export const withActivity = Effect.fnUntraced(function* (
  { activity, naming, subjects }: Stores,
  projectId: string,
  visibility: Visibility,
  rules: ReadonlyArray<SavedRule>
) {
  // our own writing
  const documentOf = (rule: SavedRule) => rule.document as unknown as CanonicalDocument
  const lately = yield* activity.of(
    projectId,
    visibility,
    rules.map((r) => r.id)
  )
  const names = yield* naming.of(projectId, rules.map(documentOf))
  const known = rules.length === 0 ? [] : yield* subjects.list(projectId, visibility, null)
  const worn = new Set(known.flatMap(({ who }) => wornNow(who)))
  // a device that somebody wears is a subject of its own in its past alone
  const everybody = known.filter(({ subject }) => subject.entityId !== null || !worn.has(subject.id))
  return rules.map((rule) => {
    const document = documentOf(rule)
    return {
      ...rule,
      sentence: sentence(document, names),
      covers: everybody.filter(({ who }) => isCovered(document, who)).length,
      ...lately.get(rule.id)
    }
  })
})
