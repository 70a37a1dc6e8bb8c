// Who drew an area and changed it, newest first.
import { words } from "../../../words/language.ts"
import type { AreaSummary } from "../../data/areas.ts"
import { useProject } from "../../shell/useProject.ts"
import { capital } from "../../shell/words.ts"
import { Ago } from "../../time/Ago.tsx"
import look from "./side.module.css"

type Doer = AreaSummary["history"][number]["changed_by"]

/** Returns the name of who changed it; null: not recorded. */
const whoOf = (doer: Doer): string | null =>
  doer === null ? null : (doer.name ?? (doer.id === null ? "Pugmark" : capital(words.common.doer.member)))

/** AreaHistory lists the changes of an area. */
export const AreaHistory = ({ of }: { readonly of: AreaSummary["history"] }) => {
  const { zone } = useProject()
  if (of.length === 0) return <p className={look["none"]}>{words.area.history.none}</p>
  return (
    <ol className={look["line"]}>
      {of.map(({ changed_at, changed_by, what }) => (
        <li key={`${changed_at} ${what}`}>
          <span>
            {words.area.history.what[what]({
              who: whoOf(changed_by)
            })}
          </span>
          <Ago at={changed_at} zone={zone} />
        </li>
      ))}
    </ol>
  )
}
