// A row of the inbox: two lines, the figure beside its limit at the right.
import type { Alert } from "../queries/alerts.ts"
import { Figure } from "../look/Figure.tsx"
import { Severity } from "../look/Severity.tsx"
import { useProject } from "../shell/useProject.ts"
import { Ago } from "../time/Ago.tsx"
import { AgeChip, isOld } from "./AgeChip.tsx"
import look from "./inboxRow.module.css"

interface InboxRowProps {
  readonly alert: Alert
  readonly chosen: boolean
  readonly onChoose: () => void
}

const detailOf = ({ acknowledged_by: who, rule, status }: Alert): string =>
  status === "open" ? (rule?.name ?? "") : (who?.name ?? rule?.name ?? "")

export const InboxRow = ({ alert, chosen, onChoose }: InboxRowProps) => {
  const { zone } = useProject()
  return (
    <li className={look["row"]} data-severity={alert.severity} data-status={alert.status}>
      <button aria-current={chosen ? "true" : undefined} onClick={onChoose}>
        <Severity of={alert.severity} />
        <bdi className={look["title"]}>{alert.title}</bdi>
        <span className={look["ago"]}>
          <Ago at={alert.created_at} zone={zone} />
        </span>
        <span className={look["detail"]}>{isOld(alert) ? <AgeChip alert={alert} /> : detailOf(alert)}</span>
        <span className={look["figure"]}>{alert.headline !== null && <Figure of={alert.headline} />}</span>
      </button>
    </li>
  )
}
