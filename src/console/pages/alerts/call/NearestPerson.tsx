import { words } from "../../../../words/language.ts"
import type { ReactNode } from "react"
import type { Alert } from "../../../data/alerts.ts"
import { Parts } from "../../../design/Parts.tsx"
import { span } from "../../../time/zoneTime.ts"
import { useCallable } from "./CallAbout.tsx"
import { farText } from "./callOrder.ts"
import look from "./call.module.css"

/**
 * NearestPerson names the callable person nearest to the subject of an alert; nothing where none is on the
 * map.
 */
export const NearestPerson = ({ alert }: { readonly alert: Alert }) => {
  const near = useCallable(alert)
    .flatMap(({ contact, near }) => (near === null ? [] : [{ contact, ...near }]))
    .toSorted((a, b) => a.metres - b.metres)[0]
  if (near === undefined) return null
  return (
    <p className={`soft num ${look["nearest"]}`}>
      <Parts
        of={words.alerts.call.nearest<ReactNode>({
          name: <bdi>{near.contact.name ?? near.contact.phone}</bdi>,
          distance: <b>{farText(near.metres)}</b>,
          seen: span(near.age)
        })}
      />
    </p>
  )
}
