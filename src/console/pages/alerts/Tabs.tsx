// The tabs of the inbox: open, acknowledged and resolved alerts.
import { useQuery } from "@tanstack/react-query"
import { type AlertStatus, alertSummary } from "../../data/alerts.ts"
import { useProject } from "../../shell/useProject.ts"
import { useInboxSearch } from "./useInboxSearch.ts"
import look from "./alerts.module.css"

const WORDS: ReadonlyArray<readonly [AlertStatus, string]> = [
  ["open", "Open"],
  ["acknowledged", "Acknowledged"],
  ["resolved", "Resolved"]
]

/** Tabs selects which alerts the inbox lists. */
export const Tabs = () => {
  const { project } = useProject()
  const { change, tab } = useInboxSearch()
  const { data } = useQuery(alertSummary(project.id))
  const counts: Readonly<Record<AlertStatus, number | undefined>> = {
    open: data?.open,
    acknowledged: data?.acknowledged,
    resolved: data?.resolved_30d
  }
  return (
    <div className={`tabs ${look["tabs"]}`} role="group" aria-label="Which alerts">
      {WORDS.map(([status, word]) => (
        <button
          key={status}
          aria-current={tab === status ? "page" : undefined}
          {...(status === "resolved" ? { title: "The number is of the last 30 days" } : {})}
          onClick={() => change({ tab: status === "open" ? undefined : status, sel: undefined })}
        >
          {word}
          <span className="num">{counts[status] ?? ""}</span>
        </button>
      ))}
    </div>
  )
}
