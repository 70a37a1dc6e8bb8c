// The parameters of every module as text, for the description of the API.
import type { AnalysisModule } from "../../../domain/analysis/AnalysisModule.ts"
import { allModules } from "../../../domain/analysis/catalogue.ts"
import { comparisonKinds, describeModule } from "../../../domain/analysis/describeModule.ts"
import { sharedOptions } from "../../../domain/analysis/members.ts"
import { defaultInWords, type Members, wordsOf } from "../../../domain/analysis/option.ts"

const listOf = (members: Members, defaults: Readonly<Record<string, unknown>>): string =>
  Object.entries(members)
    .map(([name, member]) => {
      const { labels } = wordsOf(member),
        standard = defaultInWords(member, defaults[name])
      const choice = labels === undefined ? "" : ` (${Object.keys(labels).join(", ")})`
      return `\`${name}\`${choice}${standard === null ? "" : ` ${standard}`}`
    })
    .join(", ")

const comparisonWords = {
  period: "`comparison {time_from, time_to}`",
  seasons: '`seasons: [{name, from: "MM-DD", to: "MM-DD"}]`',
  herd: "`herd_b_entity_ids`"
} as const satisfies Readonly<Record<(typeof comparisonKinds)[number], string>>

const docsOf = (module: AnalysisModule): string => {
  const { asks_about_areas, comparisons, key } = describeModule(module)
  const own = Object.fromEntries(
    Object.entries(module.options).filter(([name]) => !Object.hasOwn(sharedOptions, name))
  )
  return (
    `\`${key}\` adds ${asks_about_areas ? "`feature_ids`, " : ""}${listOf(own, { ...module.defaults })}, and at ` +
    `most one of ${comparisons.map((kind) => comparisonWords[kind]).join(", ")}.`
  )
}

/** parameterDocs describes the members of `parameters`, with their defaults. */
export const parameterDocs =
  "Members of every module: exactly one of `entity_ids`, `group_id` (with the groups below it), " +
  "`entity_type_id`; `time_from`, `time_to`; " +
  `${listOf(sharedOptions, { ...allModules[0]?.defaults })}. ${allModules.map(docsOf).join(" ")} All but the ` +
  "first may lie in an object `options`."
