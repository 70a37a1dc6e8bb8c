// How many events of the last days the automation would have sent with the current form.
import { Text } from "../../../design/kit.tsx"
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
        What it would have told of cannot be said now.
      </Text>
    ) : null
  const { told } = countsOf(preview.events.map((event) => ({ skip: skipAt(event, bound, answered) })))
  const since = preview.oldest === null ? null : inZone(preview.oldest, zone, "day")
  return (
    <span className={look["would"]} role="status">
      would have told of <b>{told}</b>{" "}
      {since === null
        ? `in ${preview.days} days`
        : `of the newest ${preview.events.length}, back to ${since}`}
    </span>
  )
}
