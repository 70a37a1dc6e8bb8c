import type { Alert } from "../queries/alerts.ts"

export const NOT_SO = "Superseded: records that came in later say that this was not so."

/** That what an alert is about was not so, as is known by now: nobody need drive out for it. */
export const Superseded = ({ alert }: { readonly alert: Pick<Alert, "superseded"> }) =>
  alert.superseded ? (
    <span className="chip late" title={NOT_SO}>
      did not happen
    </span>
  ) : null
