// A row of the inbox: two lines, the value with its limit at the right; a resolved alert has one line.
import type { Alert } from "../../data/alerts.ts"
import { Figure } from "../../design/Figure.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Severity } from "../../design/marks/Severity.tsx"
import { useProject } from "../../shell/useProject.ts"
import { Ago } from "../../time/Ago.tsx"
import { inZone } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { AgeChip, isOld } from "./AgeChip.tsx"
import look from "./inboxRow.module.css"
import { Superseded } from "./Superseded.tsx"

interface InboxRowProps {
  readonly alert: Alert
  readonly chosen: boolean
  readonly onChoose: () => void
  /** opens the page of the alert: Enter on the selected row, wherever the focus is */
  readonly onOpen: () => void
}

const Two = ({ alert }: { readonly alert: Alert }) => {
  const { zone } = useProject()
  const { acknowledged_by: who, headline, rule, status } = alert
  return (
    <>
      <Severity of={alert.severity} />
      <bdi className={look["title"]}>{alert.title}</bdi>
      <span className={look["ago"]}>
        <Ago at={alert.event_time} zone={zone} />
      </span>
      <span className={look["detail"]}>
        <Superseded alert={alert} />{" "}
        {status === "open" && isOld(alert) ? (
          <AgeChip alert={alert} />
        ) : (
          <bdi>{(status === "open" ? null : who?.name) ?? rule?.name}</bdi>
        )}
      </span>
      <span className={look["figure"]}>{headline !== null && <Figure of={headline} />}</span>
    </>
  )
}

const WEEK_MS = 7 * 86_400_000

const One = ({ alert }: { readonly alert: Alert }) => {
  const { zone } = useProject()
  const now = useNow()
  // notes that the server adds later change no status
  const who = alert.steps.findLast(({ from, to }) => from !== to && to === "resolved")?.actor.name
  const at = alert.resolved_at ?? alert.created_at
  return (
    <>
      <Icon name="check" size={15} />
      <span className={look["title"]}>
        <bdi>{alert.title}</bdi> {who !== undefined && <bdi className="soft">{who}</bdi>}
      </span>
      <time className={`num ${look["ago"]}`} dateTime={at} title={`${inZone(at, zone, "full")} ${zone}`}>
        {inZone(at, zone, now - Date.parse(at) < WEEK_MS ? "dayClock" : "day")}
      </time>
    </>
  )
}

/** InboxRow shows an alert as a row of the inbox. */
export const InboxRow = ({ alert, chosen, onChoose, onOpen }: InboxRowProps) => (
  <li className={look["row"]} data-severity={alert.severity} data-status={alert.status}>
    <button
      aria-current={chosen ? "true" : undefined}
      onClick={({ detail }) => (chosen && detail === 0 ? onOpen() : onChoose())}
    >
      {alert.status === "resolved" ? <One alert={alert} /> : <Two alert={alert} />}
    </button>
  </li>
)
