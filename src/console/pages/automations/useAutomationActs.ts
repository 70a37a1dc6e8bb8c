// Turns automations on and off and deletes them, each with an undo.
import { useMemo } from "react"
import { words } from "../../../words/language.ts"
import type { Edited } from "../../data/api/call.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { type Automation, removeAutomation, switchAutomation } from "../../data/automations/automations.ts"
import { keep as stay, leave, LEAVES_AFTER_MS } from "../../shell/leaving.ts"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"

/** useAutomationActs returns the actions on automations. */
export const useAutomationActs = () => {
  const projectId = useProject().project.id
  return useMemo(
    () => ({
      toggle: async ({ id, name }: Pick<Automation, "id" | "name">, on: boolean): Promise<void> => {
        const refused = (error: unknown) => toast(`${name}: ${sentenceOf(error)}`, "bad")
        try {
          await switchAutomation(projectId, id, on)
          toast(
            on ? words.automations.acts.on({ name }) : words.automations.acts.off({ name }),
            "good",
            () => void switchAutomation(projectId, id, !on).catch(refused)
          )
        } catch (error) {
          refused(error)
        }
      },
      /** Hides the automation at once and deletes it after a delay. */
      remove: ({ edition, record: { id, name } }: Edited<Automation>, onGone: () => void) => {
        leave(id, async () => {
          try {
            await removeAutomation(projectId, id, edition)
          } catch (refused) {
            toast(words.automations.acts.notRemoved({ name, why: sentenceOf(refused) }), "bad")
          }
        })
        toast(
          words.automations.acts.removed({ name }),
          "good",
          () => {
            stay(id)
            toast(words.automations.acts.takenBack({ name }))
          },
          LEAVES_AFTER_MS
        )
        onGone()
      }
    }),
    [projectId]
  )
}
