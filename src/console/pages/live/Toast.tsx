// A new alert, shown on the map until the user has looked at it. A convenience only: the inbox has all alerts.
import { words } from "../../../words/language.ts"
import { type ReactNode, useSyncExternalStore } from "react"
import type { Alert } from "../../data/alerts.ts"
import { dismissToast, readLiveState, watchLiveState } from "../../data/liveStore.ts"
import { Parts } from "../../design/Parts.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Severity } from "../../design/marks/Severity.tsx"
import { useActs } from "../../shell/acts.ts"
import { useProject } from "../../shell/useProject.ts"
import { askSnooze, snoozableOf } from "../alerts/snooze/snoozing.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { Ago } from "../../time/Ago.tsx"
import { useToastKey } from "./toastKey.ts"
import look from "./live.module.css"

/** Toast shows the newest unseen alert on the map. */
export const Toast = ({ onShow }: { readonly onShow: (alert: Alert) => void }) => {
  const { others, toast } = useSyncExternalStore(watchLiveState, readLiveState)
  const { may, zone } = useProject()
  const { acknowledge } = useActs()
  const hasKey = useToastKey(toast?.id ?? null) && may("alerts:write")
  useKeys({
    e: () => {
      if (toast !== null && hasKey) void acknowledge(toast)
    }
  })
  const what = toast === null ? null : snoozableOf(toast)
  return (
    <div role={toast?.severity === "critical" ? "alert" : "status"}>
      {toast !== null && (
        <div className={`card ${look["toast"]}`} data-severity={toast.severity} data-toast>
          <Severity of={toast.severity} />
          <b>{toast.title}</b>
          <span className="soft">
            <Parts
              of={words.live.toast.age<ReactNode>({
                age: <Ago at={toast.created_at} zone={zone} />,
                others
              })}
            />
          </span>
          {(toast.entity_id ?? toast.device_id) !== null && (
            <button className="btn small" onClick={() => onShow(toast)}>
              {words.live.toast.show}
            </button>
          )}
          {may("alerts:write") && what !== null && (
            <button className="btn small" onClick={() => askSnooze(what)}>
              {words.alerts.snooze.open}
            </button>
          )}
          {may("alerts:write") && (
            <button className="btn small primary" onClick={() => void acknowledge(toast)}>
              {words.alerts.acts.acknowledge}
              {hasKey && <kbd>E</kbd>}
            </button>
          )}
          <button aria-label={words.live.toast.close} onClick={() => dismissToast()}>
            <Icon name="x" size={15} />
          </button>
        </div>
      )}
    </div>
  )
}
