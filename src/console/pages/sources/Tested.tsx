// The result of a connection test: its checks, each with what to do about it.
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import type { SourceTest } from "../../data/sources.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./sources.module.css"

interface TestedProps {
  readonly of: SourceTest
  /** the service connects to the source */
  readonly isOutward: boolean
  /** when it was tested, epoch ms */
  readonly at: number
}

/** The result of a connection test. */
export const Tested = ({ at, isOutward, of }: TestedProps) => {
  const { zone } = useProject()
  return (
    <div className={look["tested"]} role="group" aria-label={words.sources.test.label} aria-live="polite">
      <p className="soft num">
        {words.sources.test.summary({
          isOk: of.ok,
          isOutward,
          time: inZone(at, zone, "clock")
        })}
      </p>
      <ul>
        {of.checks.map(({ code, detail, name, ok, remedy }) => (
          <li key={`${name} ${code}`} data-ok={ok}>
            <Icon name={ok ? "check" : "x"} size={15} />
            <div>
              <p>
                <b>{words.sources.test.checks[name]}</b> {detail} <code className="mono faint">{code}</code>
              </p>
              {remedy !== null && <p className="soft">{remedy}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
