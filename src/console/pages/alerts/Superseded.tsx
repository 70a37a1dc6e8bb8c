import { words } from "../../../words/language.ts"
import type { Alert } from "../../data/alerts.ts"

/** Superseded marks an alert that later records have contradicted: no visit is needed. */
export const Superseded = ({ alert }: { readonly alert: Pick<Alert, "superseded"> }) =>
  alert.superseded ? (
    <span className="chip late" title={words.alerts.supersededHint}>
      {words.alerts.superseded}
    </span>
  ) : null
