// Switches a rule on or off from the list, at its newest edition.
import { useCallback } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { changeRule, type ListedRule, rule as ruleQuery } from "../../data/rules.ts"
import { queryClient } from "../../data/queryClient.ts"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"

/** Returns the function that switches a rule. */
export const useSwitch = () => {
  const { project } = useProject()
  return useCallback(
    async ({ id, name }: Pick<ListedRule, "id" | "name">, on: boolean) => {
      const turn = async (enabled: boolean): Promise<void> => {
        const kept = await queryClient.fetchQuery({ ...ruleQuery(project.id, id), staleTime: 0 })
        await changeRule(project.id, kept, { enabled })
      }
      const refused = (error: unknown) => toast(`${name}: ${sentenceOf(error)}`, "bad")
      try {
        await turn(on)
        toast(words.rules.switched[on ? "on" : "off"]({ name }), "good", () => void turn(!on).catch(refused))
      } catch (error) {
        refused(error)
      }
    },
    [project.id]
  )
}
