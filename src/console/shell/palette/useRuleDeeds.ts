// Actions for the rule that was found, as rows of ⌘K, each with the key that does it in the list of rules.
import { words } from "../../../words/language.ts"
import { useProject } from "../useProject.ts"
import { type RuleAtHand, useRuleActs } from "../useRuleActs.ts"
import type { Choice } from "./choice.ts"

/** The actions; none without a rule, or without the permission to change it. */
export const useRuleDeeds = (rule: RuleAtHand | undefined): ReadonlyArray<Choice> => {
  const { may } = useProject()
  const { archive, duplicate } = useRuleActs()
  if (rule === undefined || !may("rules:write")) return []
  const deed = (name: string, more: Pick<Choice, "go" | "icon" | "key">): Choice => ({
    id: `${name} ${rule.id}`,
    group: words.palette.groups.actOn({ name: rule.name }),
    name,
    detail: "",
    acts: true,
    ...more
  })
  return [
    deed(words.common.rule.duplicate, { icon: "copy", key: "D", go: () => duplicate(rule) }),
    deed(words.common.rule.archive, { icon: "down", key: "A", go: () => void archive(rule) })
  ]
}
