// Loads the rule set of a project and prepares it; if that fails, names the feature at fault.
import { Effect } from "effect"
import { prepare } from "../../domain/geo/Polygon.ts"
import { makeRuleSet } from "../evaluate/RuleSet.ts"
import { type RuleSetRows, type RuleSetSource, RuleSetUnusable } from "../ports.ts"

/** Returns why a rule set cannot be prepared: a feature whose shape cannot be read, or what was thrown. */
const whyUnusable = ({ features }: RuleSetRows, thrown: unknown): string => {
  const broken = features.find(({ geometry, radiusM }) => {
    try {
      prepare(geometry, radiusM ?? undefined)
      return false
    } catch {
      return true
    }
  })
  return broken === undefined
    ? String(thrown)
    : `the shape of the area ${broken.name} (${broken.id}) cannot be read. Draw it anew, or remove it.`
}

/** Loads and prepares the rule set in force; of a deleted project an empty one with the edition asked for. */
export const loadRuleSet = Effect.fnUntraced(function* (
  source: RuleSetSource["Service"],
  projectId: string,
  edition: number
) {
  const rows = (yield* source.load(projectId)) ?? { version: edition, features: [], rules: [] }
  return yield* Effect.try({
    try: () => makeRuleSet(projectId, rows),
    catch: (e) =>
      new RuleSetUnusable({
        code: "RULE_SET_UNUSABLE",
        message: `The rules and areas of the project cannot be prepared: ${whyUnusable(rows, e)}`
      })
  })
})
