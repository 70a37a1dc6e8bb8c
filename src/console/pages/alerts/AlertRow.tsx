// An alert as a row: event, subject, and the value with its limit. The selected row shows why the alert fired.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { sentenceOf } from "../../data/api/Refused.ts"
import { CallAbout } from "./call/CallAbout.tsx"
import { Link } from "@tanstack/react-router"
import type { Alert } from "../../data/alerts.ts"
import { evidence } from "../../data/evidence.ts"
import { Figure } from "../../design/Figure.tsx"
import { Readings } from "../../design/Readings.tsx"
import { Severity } from "../../design/marks/Severity.tsx"
import { usePhone } from "../../design/usePhone.ts"
import { useActs } from "../../shell/acts.ts"
import { useProject } from "../../shell/useProject.ts"
import { Ago } from "../../time/Ago.tsx"
import { iso } from "../../time/iso.ts"
import { useNow } from "../../time/useNow.ts"
import look from "./alertRow.module.css"
import { AgeChip, isOld } from "./AgeChip.tsx"
import { Superseded } from "./Superseded.tsx"
import { TakeBack } from "./TakeBack.tsx"
import { ThumbFacts } from "./ThumbFacts.tsx"
import { useShown } from "./useShown.ts"

interface AlertRowProps {
  readonly alert: Alert
  readonly chosen: boolean
  readonly onChoose: () => void
  /** absent: the page has no dialog for a note */
  readonly onResolve?: (() => void) | undefined
}

const HOUR = 3_600_000

const Handling = ({ alert, onResolve }: Pick<AlertRowProps, "alert" | "onResolve">) => {
  const { may, project } = useProject()
  const { acknowledge } = useActs()
  const subject = useShown(alert)
  const now = useNow()
  const time = Date.parse(alert.event_time)
  return (
    <div className={look["acts"]}>
      {alert.status === "open" && may("alerts:write") && (
        <button className="btn small primary" onClick={() => void acknowledge(alert)}>
          {words.alerts.acts.acknowledge} <kbd>E</kbd>
        </button>
      )}
      {alert.status !== "resolved" && <CallAbout alert={alert} small />}
      <TakeBack alert={alert} />
      {onResolve !== undefined && may("alerts:write") && (
        <button className="btn small" onClick={onResolve}>
          {alert.status === "resolved" ? words.alerts.acts.reopen : words.alerts.acts.resolve}
        </button>
      )}
      {subject !== null && (
        <Link
          className="btn small"
          to="/p/$slug/live"
          params={{ slug: project.slug }}
          // the window ends one hour after the event
          search={{ sel: subject, t: iso(time - 12 * HOUR), w: iso(Math.min(now, time + HOUR)) }}
        >
          {words.alerts.acts.replay}
        </Link>
      )}
    </div>
  )
}

const Why = ({ alert }: { readonly alert: Alert }) => {
  const { project } = useProject()
  const { data, error } = useQuery(evidence(project.id, alert.event_id))
  return (
    <div className={look["why"]}>
      <p>
        {words.alerts.row.whyFired}
        <Link
          className="link"
          to="/p/$slug/events/$event"
          params={{ slug: project.slug, event: alert.event_id }}
        >
          {words.alerts.acts.openPage}
        </Link>
      </p>
      {data === undefined && error !== null && <p className="soft">{sentenceOf(error)}</p>}
      {data?.values != null && <Readings of={data.values} />}
    </div>
  )
}

/** AlertRow shows an alert as a row; the selected one with its evidence. */
export const AlertRow = ({ alert, chosen, onChoose, onResolve }: AlertRowProps) => {
  const { zone } = useProject()
  const phone = usePhone()
  const { acknowledged_by: who, headline, rule } = alert
  return (
    <li className={look["row"]} data-chosen={chosen} data-severity={alert.severity} data-alert={alert.id}>
      <button className={look["main"]} aria-expanded={chosen} onClick={onChoose}>
        <Severity of={alert.severity} />
        <bdi className={look["title"]}>{alert.title}</bdi>
        <span className={look["ago"]}>
          <Ago at={alert.event_time} zone={zone} />
        </span>
        <span className={look["detail"]}>
          {headline !== null && !chosen ? (
            <Figure of={headline} />
          ) : (
            <span>
              {rule?.name ?? words.alerts.row.reportedByPerson}{" "}
              {rule !== null && chosen && `v${rule.version}`}
            </span>
          )}
          <Superseded alert={alert} />
          {(chosen || isOld(alert)) && <AgeChip alert={alert} />}
          {alert.reminder_count > 0 && (
            <span className="faint num">{words.alerts.row.reminders({ count: alert.reminder_count })}</span>
          )}
          {who !== null && <span className="faint">{who.name}</span>}
        </span>
      </button>
      {chosen && (
        <div className={look["open"]}>
          {phone && <ThumbFacts alert={alert} />}
          {!phone && <Why alert={alert} />}
          <Handling alert={alert} onResolve={onResolve} />
          {phone && <Why alert={alert} />}
        </div>
      )}
    </li>
  )
}
