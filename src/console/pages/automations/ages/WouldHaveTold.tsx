// How many events of the last days the automation would have sent with the current form.
import type { ReactNode } from "react"
import { words } from "../../../../words/language.ts"
import { Text } from "../../../design/kit.tsx"
import { Parts } from "../../../design/Parts.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { inZone } from "../../../time/zoneTime.ts"
import type { Preview } from "../useAutomationPreview.ts"
import { countsOf, skipAt } from "./ageScale.ts"
import look from "./ages.module.css"

interface WouldHaveToldProps {
  readonly of: Preview
  readonly bound: number
}

/** WouldHaveTold shows how many events would have been sent. */
export const WouldHaveTold = ({ bound, of: { answered, isRefused, preview } }: WouldHaveToldProps) => {
  const { zone } = useProject()
  if (preview === undefined)
    return isRefused ? (
      <Text tone="faint" size={2}>
        {words.automations.ages.unknown}
      </Text>
    ) : null
  const { told } = countsOf(preview.events.map((event) => ({ skip: skipAt(event, bound, answered) })))
  const since = preview.oldest === null ? null : inZone(preview.oldest, zone, "day")
  const text = words.automations.ages
  const count = <b>{told}</b>
  return (
    <span className={look["would"]} role="status">
      <Parts
        of={
          since === null
            ? text.inDays<ReactNode>({ told: count, days: preview.days })
            : text.ofNewest<ReactNode>({ told: count, events: preview.events.length, since })
        }
      />
    </span>
  )
}
