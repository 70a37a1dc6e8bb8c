import { words } from "../../../words/language.ts"
import { CallAbout } from "./call/CallAbout.tsx"
import type { Alert } from "../../data/alerts.ts"
import { useActs } from "../../shell/acts.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { useProject } from "../../shell/useProject.ts"
import { SnoozeButton } from "./snooze/SnoozeButton.tsx"
import { snoozableOf } from "./snooze/snoozing.ts"
import look from "./acts.module.css"
import { TakeBack } from "./TakeBack.tsx"

interface AlertActsProps {
  readonly alert: Alert
  /** opens the dialog for the note: to resolve the alert, or to reopen it */
  readonly onResolve: () => void
}

/** AlertActs renders the actions that the user may take on an alert; the next step is the primary button. */
export const AlertActs = ({ alert, onResolve }: AlertActsProps) => {
  const { may } = useProject()
  const { acknowledge } = useActs()
  const writes = may("alerts:write")
  return (
    <div className={`row ${look["all"]}`}>
      {alert.status !== "resolved" && <CallAbout alert={alert} />}
      <SnoozeButton what={snoozableOf(alert)} />
      <TakeBack alert={alert} />
      {!writes && <MissingPermission what={words.alerts.acts.answering} permission="alerts:write" />}
      {writes && alert.status !== "resolved" && (
        <button className={`btn ${alert.status === "open" ? "" : "primary"}`} onClick={onResolve}>
          {words.alerts.acts.resolve} <kbd>R</kbd>
        </button>
      )}
      {writes && alert.status === "resolved" && (
        <button className="btn" onClick={onResolve}>
          {words.alerts.acts.reopen} <kbd>R</kbd>
        </button>
      )}
      {writes && alert.status === "open" && (
        <button className="btn primary" onClick={() => void acknowledge(alert)}>
          {words.alerts.acts.acknowledge} <kbd>E</kbd>
        </button>
      )}
    </div>
  )
}
