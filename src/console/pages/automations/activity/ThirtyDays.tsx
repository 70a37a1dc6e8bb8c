// What became of the deliveries of thirty days, in the head of the page.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../../words/language.ts"
import { Text } from "../../../design/kit.tsx"
import { deliverySummary } from "../../../data/automations/automationActivity.ts"
import { useProject } from "../../../shell/useProject.ts"

export const ThirtyDays = () => {
  const { project } = useProject()
  const { data } = useQuery(deliverySummary(project.id))
  if (data === undefined) return null
  const { failed, sent, skipped, truncated } = data
  if (sent + failed + skipped === 0) return null
  return (
    <Text tone="soft" size={2} num>
      {words.automations.activity.summary({ sent, failed, skipped, isCut: truncated })}
    </Text>
  )
}
