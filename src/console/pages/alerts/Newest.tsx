import { words } from "../../../words/language.ts"
import { useState } from "react"
import { numberText } from "../../design/numbers.ts"
import { type AlertFilter, type AlertList, type AlertStatus, countOf, readOlder } from "../../data/alerts.ts"
import { Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import look from "./newest.module.css"
import { useCounted } from "./useCounted.ts"

interface NewestProps {
  /** undefined: not read yet */
  readonly of: AlertList | undefined
  readonly status: AlertStatus
  /** the further filters of the list */
  readonly filter: AlertFilter
}

/**
 * Newest shows how many alerts of a truncated list are loaded, with a button that loads more; an empty list
 * is still loading.
 */
export const Newest = ({ filter, of, status }: NewestProps) => {
  const { project } = useProject()
  const counted = useCounted(of, status, Object.keys(filter).length > 0)
  const [busy, setBusy] = useState(false)
  if (of?.isCut !== true) return null
  if (of.items.length === 0) return <Waiting what={words.alerts.alerts} />
  const older = () => {
    setBusy(true)
    void readOlder(project.id, status, filter).finally(() => setBusy(false))
  }
  return (
    <p className={`num ${look["newest"]}`}>
      {words.alerts.newest.count({
        shown: numberText(of.items.length),
        total: counted === undefined ? null : numberText(countOf(of, counted)),
        status
      })}{" "}
      <button className="link" disabled={busy} onClick={older}>
        {words.alerts.newest.showMore}
      </button>
    </p>
  )
}
