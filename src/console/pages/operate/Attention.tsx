// Operate's home: open issues, ended issues, the status of the service, and incoming data. Issues cannot be hidden
// here: an issue ends when it is solved.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../words/language.ts"
import { attention } from "../../data/attention.ts"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import look from "./attention.module.css"
import { Ended } from "./Ended.tsx"
import { Matters } from "./Matters.tsx"
import { OperateFrame } from "./OperateFrame.tsx"
import { SourceTable } from "./SourceTable.tsx"
import { StatusChip, StatusStrip } from "./StatusStrip.tsx"

/** The page of issues. */
export const Attention = () => {
  const { project } = useProject()
  const { data, error, refetch } = useQuery(attention(project.id))
  return (
    <OperateFrame name={words.operate.tabs.attention} acts={<StatusChip />}>
      <main className={look["page"]}>
        <StatusStrip />
        <div className={look["body"]}>
          <div className={look["column"]}>
            {error !== null ? (
              <div className="panel">
                <Trouble error={error} again={() => void refetch()} />
              </div>
            ) : data === undefined ? (
              <Waiting what={words.operate.issues.waiting} />
            ) : data.length === 0 ? (
              <div className="panel">
                <State icon="check" title={words.operate.issues.none.title}>
                  <p>{words.operate.issues.none.hint}</p>
                </State>
              </div>
            ) : (
              <Matters of={data} />
            )}
            <Ended />
          </div>
          <SourceTable />
        </div>
      </main>
    </OperateFrame>
  )
}
