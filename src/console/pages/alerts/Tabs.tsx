// The tabs of the inbox: open, acknowledged and resolved alerts.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { type AlertStatus, alertSummary } from "../../data/alerts.ts"
import { useProject } from "../../shell/useProject.ts"
import { useInboxSearch } from "./useInboxSearch.ts"
import look from "./alerts.module.css"

const STATUSES: ReadonlyArray<AlertStatus> = ["open", "acknowledged", "resolved"]

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
    <div className={`tabs ${look["tabs"]}`} role="group" aria-label={words.alerts.tabs.label}>
      {STATUSES.map((status) => (
        <button
          key={status}
          aria-current={tab === status ? "page" : undefined}
          {...(status === "resolved" ? { title: words.alerts.tabs.resolvedHint } : {})}
          onClick={() => change({ tab: status === "open" ? undefined : status, sel: undefined })}
        >
          {words.alerts.statuses[status]}
          <span className="num">{counts[status] ?? ""}</span>
        </button>
      ))}
    </div>
  )
}
