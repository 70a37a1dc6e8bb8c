// The facts of an alert that matter in the field: distance, value, battery of the collar.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useSyncExternalStore } from "react"
import { farText } from "./call/callOrder.ts"
import { useWhereIAm } from "../areas/useWhereIAm.ts"
import { readHere, setHere, watchHere } from "../live/here.ts"
import { Figure } from "../../design/Figure.tsx"
import { numberText } from "../../design/numbers.ts"
import { Parts } from "../../design/Parts.tsx"
import type { Alert } from "../../data/alerts.ts"
import { animal } from "../../data/animals.ts"
import { useProject } from "../../shell/useProject.ts"
import { Age } from "../../time/Age.tsx"
import { away } from "./away.ts"
import look from "./thumbFacts.module.css"

/** FromYou asks for the position of the device only on a press; the map shows it then. */
const FromYou = ({ to }: { readonly to: readonly [number, number] }) => {
  const here = useSyncExternalStore(watchHere, readHere)
  const { ask, asking } = useWhereIAm(
    (at, accuracyM) => setHere({ at, accuracyM }),
    words.alerts.onPhone.lookAtMap
  )
  if (here === null)
    return (
      <button className="link" disabled={asking} onClick={ask}>
        {asking ? words.alerts.onPhone.asking : words.alerts.onPhone.show}
      </button>
    )
  const { metres, wind } = away(here.at, to)
  return (
    <span className="num">
      {words.alerts.onPhone.away({ distance: farText(metres), wind: words.alerts.onPhone.winds[wind] })}
    </span>
  )
}

/** ThumbFacts shows distance, value and battery for an alert on a phone. */
export const ThumbFacts = ({ alert }: { readonly alert: Alert }) => {
  const { project } = useProject()
  const { data } = useQuery({
    ...animal(project.id, alert.entity_id ?? ""),
    enabled: alert.entity_id !== null
  })
  const fix = data?.now?.last_fix,
    battery = data?.now?.battery
  return (
    <dl className={look["facts"]}>
      {fix != null && (
        <div>
          <dt>{words.alerts.onPhone.fromYou}</dt>
          <dd>
            <FromYou to={[fix.lon, fix.lat]} />
            <span className={`num ${look["age"]}`}>
              <Parts of={words.alerts.onPhone.fixAge<ReactNode>({ age: <Age of={fix.time} /> })} />
            </span>
          </dd>
        </div>
      )}
      {alert.headline !== null && (
        <div>
          <dt>{alert.headline.label}</dt>
          <dd>
            <Figure of={alert.headline} />
          </dd>
        </div>
      )}
      {battery != null && alert.headline?.unit !== battery.unit && (
        <div>
          <dt>{words.alerts.onPhone.battery}</dt>
          <dd className="num">
            {numberText(battery.value)} {battery.unit}
            <span className={look["age"]}>
              <Parts of={words.alerts.onPhone.ago<ReactNode>({ age: <Age of={battery.time} /> })} />
            </span>
          </dd>
        </div>
      )}
    </dl>
  )
}
