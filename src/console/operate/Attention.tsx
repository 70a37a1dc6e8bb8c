// Operate's home: what only a person can mend, worst first.
import { useQuery } from "@tanstack/react-query"
import { Severity } from "../look/Severity.tsx"
import { attention } from "../queries/attention.ts"
import { State, Trouble, Waiting } from "../shell/states.tsx"
import { useProject } from "../shell/useProject.ts"
import { span } from "../time/zoneTime.ts"
import { useNow } from "../time/useNow.ts"
import look from "./attention.module.css"
import { OperateFrame } from "./OperateFrame.tsx"

export const Attention = () => {
  const { project } = useProject()
  const { data, error, refetch } = useQuery(attention(project.id))
  const now = useNow()
  return (
    <OperateFrame>
      <main className={look["page"]}>
        {error !== null ? (
          <Trouble error={error} again={() => void refetch()} />
        ) : data === undefined ? (
          <Waiting what="what needs somebody" />
        ) : data.length === 0 ? (
          <State icon="check" title="Nothing needs you.">
            <p>What breaks, falls silent or is refused appears here within a minute, with what to do.</p>
          </State>
        ) : (
          <ul className={`panel ${look["matters"]}`}>
            {data.map((matter) => (
              <li key={matter.id}>
                <Severity of={matter.severity} />
                <div>
                  <h2>{matter.detail}</h2>
                  <p className="soft">{matter.remedy}</p>
                </div>
                <div className={look["aside"]}>
                  <span className="soft num">{span((now - Date.parse(matter.since)) / 1000)}</span>
                  <code className="faint">{matter.code}</code>
                </div>
              </li>
            ))}
          </ul>
        )}
      </main>
    </OperateFrame>
  )
}
