// Actions on a rule from a list, the palette or its page: duplicate, archive, restore. What acts at once can be undone.
import { useNavigate } from "@tanstack/react-router"
import { words } from "../../words/language.ts"
import { sentenceOf } from "../data/api/Refused.ts"
import { archiveRule, restoreRule, rule as ruleQuery } from "../data/rules.ts"
import { queryClient } from "../data/queryClient.ts"
import { toast } from "./toasts.ts"
import { useProject } from "./useProject.ts"

/** The members of a rule that its actions need. */
export interface RuleAtHand {
  readonly id: string
  readonly name: string
}

/** Returns the actions on a rule; each shows a refusal as a toast, and then returns false. */
export const useRuleActs = () => {
  const { project } = useProject()
  const navigate = useNavigate()
  const attempt = (name: string, work: () => Promise<void>): Promise<boolean> =>
    work().then(
      () => true,
      (refused: unknown) => {
        toast(`${name}: ${sentenceOf(refused)}`, "bad")
        return false
      }
    )
  const restore = ({ id, name }: RuleAtHand, enabled = false) =>
    attempt(name, async () => {
      await restoreRule(project.id, id, enabled)
      toast(words.common.rule.restored({ name, isOn: enabled }))
    })
  return {
    duplicate: ({ id, name }: RuleAtHand) =>
      void navigate({
        to: "/p/$slug/rules/$rule",
        params: { slug: project.slug, rule: "new" },
        search: { copy: id, name }
      }),
    archive: (rule: RuleAtHand) =>
      attempt(rule.name, async () => {
        const before = await queryClient.fetchQuery({ ...ruleQuery(project.id, rule.id), staleTime: 0 })
        await archiveRule(project.id, rule.id)
        toast(
          words.common.rule.archived({ name: rule.name }),
          "good",
          () => void restore(rule, before.rule.enabled)
        )
      }),
    restore
  }
}
