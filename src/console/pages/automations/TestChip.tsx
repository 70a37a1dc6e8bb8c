// The result of the last test, from the loaded deliveries.
import { words } from "../../../words/language.ts"
import type { Delivery } from "../../data/automations/automations.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"

/** TestChip shows how many deliveries of the newest test arrived. */
export const TestChip = ({ of }: { readonly of: ReadonlyArray<Delivery> }) => {
  const { zone } = useProject()
  const newest = of.find(({ event_id }) => event_id === null)
  if (newest === undefined) return null
  const test = of.filter(({ created_at, event_id }) => event_id === null && created_at === newest.created_at)
  const arrived = test.filter(({ status }) => status === "sent").length
  const isUnderWay = test.some(({ status }) => status === "queued")
  return (
    <span role="status" className={`chip num ${arrived === test.length ? "on" : isUnderWay ? "" : "late"}`}>
      {words.automations.receivers.test({
        time: inZone(newest.created_at, zone, "seconds"),
        arrived,
        all: test.length
      })}
    </span>
  )
}
