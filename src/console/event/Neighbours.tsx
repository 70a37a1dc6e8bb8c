// The alerts before and after, of those that stand as this one does: the inbox, a page at a time.
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type Alert, alertsOf } from "../queries/alerts.ts"
import { useKeys } from "../shell/useKeys.ts"
import { useProject } from "../shell/useProject.ts"
import look from "./event.module.css"

export const Neighbours = ({ alert }: { readonly alert: Alert }) => {
  const { project } = useProject()
  const navigate = useNavigate()
  const { data: all = [] } = useQuery(alertsOf(project.id, alert.status))
  const at = all.findIndex(({ id }) => id === alert.id)
  const before = at < 0 ? undefined : all[at - 1],
    after = at < 0 ? undefined : all[at + 1]
  const go = (to: Alert | undefined) => {
    if (to !== undefined)
      void navigate({ to: "/p/$slug/events/$event", params: { slug: project.slug, event: to.event_id } })
  }
  useKeys({ k: () => go(before), j: () => go(after) })
  if (at < 0 || all.length < 2) return null
  return (
    <div className={`row ${look["neighbours"]}`}>
      <span className="faint num">
        {at + 1} of {all.length} {alert.status}
      </span>
      <button className="btn small" disabled={before === undefined} onClick={() => go(before)}>
        Previous <kbd>K</kbd>
      </button>
      <button className="btn small" disabled={after === undefined} onClick={() => go(after)}>
        Next <kbd>J</kbd>
      </button>
    </div>
  )
}
