import type { Alert } from "../../data/alerts.ts"

/** NOT_SO is the sentence for an alert that later records have contradicted. */
export const NOT_SO = "Superseded: records that came in later say that this was not so."

/** Superseded marks an alert that later records have contradicted: no visit is needed. */
export const Superseded = ({ alert }: { readonly alert: Pick<Alert, "superseded"> }) =>
  alert.superseded ? (
    <span className="chip late" title={NOT_SO}>
      did not happen
    </span>
  ) : null
