// The actions on one analysis of the list: the most likely as a button, the others in a menu.
import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import { Row } from "../../design/kit.tsx"
import { Menu } from "../../design/Menu.tsx"
import { Parts } from "../../design/Parts.tsx"
import { isUnderWay, type RunSummary } from "../../data/analyses.ts"
import { useProject } from "../../shell/useProject.ts"
import { KeepDialog } from "./KeepButton.tsx"
import { withoutSubject } from "./runList.ts"
import { runName } from "./runWords.ts"
import { useRunActs } from "./useRunActs.ts"

interface RunRowActsProps {
  readonly run: RunSummary
  readonly isPicked: boolean
  /** selects the run for a comparison, or deselects it */
  readonly onPick: (id: string) => void
}

const Cancel = ({ run }: { readonly run: RunSummary }) => {
  const acts = useRunActs()
  return (
    acts.mayChange(run) && (
      <button className="btn small" disabled={run.cancel_requested} onClick={() => void acts.cancel(run)}>
        {words.analyses.acts.cancel}
      </button>
    )
  )
}

/** Repair is the action most likely to help a failed or cancelled run. */
const Repair = ({ run }: { readonly run: RunSummary }) => {
  const { may, project } = useProject()
  const acts = useRunActs()
  const { error_code, error_subject, trace_id } = run
  const left = withoutSubject(run)
  if (left !== undefined && error_subject !== null)
    return (
      acts.mayRun && (
        <Link
          className="btn small"
          to="/p/$slug/analyses/new"
          params={{ slug: project.slug }}
          search={{ of: run.id, animals: left.join(",") }}
        >
          <Parts of={words.analyses.acts.without<ReactNode>({ name: <bdi>{error_subject.name}</bdi> })} />
        </Link>
      )
    )
  if (error_code === "ANALYSIS_FAILED" && trace_id !== null && may("traces:read"))
    return (
      <Link
        className="btn small"
        to="/p/$slug/operate/traces/$trace"
        params={{ slug: project.slug, trace: trace_id }}
      >
        {words.analyses.acts.openTrace}
      </Link>
    )
  return (
    acts.mayRun && (
      <button className="btn small" onClick={() => void acts.again(run)}>
        {words.analyses.acts.again}
      </button>
    )
  )
}

/** RunRowActs renders the actions on a run; nothing for a user who may not run analyses. */
export const RunRowActs = ({ isPicked, onPick, run }: RunRowActsProps) => {
  const { project } = useProject()
  const acts = useRunActs()
  const [keeps, setKeeps] = useState(false)
  if (isUnderWay(run)) return <Cancel run={run} />
  const mayChange = acts.mayChange(run)
  if (!acts.mayRun && !mayChange) return null
  const isComplete = run.status === "completed"
  const pick = (
    <button className="btn small" aria-pressed={isPicked} onClick={() => onPick(run.id)}>
      {isPicked ? words.analyses.acts.picked : words.analyses.acts.compare}
    </button>
  )
  const keep = (
    <button className="btn small" onClick={() => setKeeps(true)}>
      {words.analyses.acts.keep}
    </button>
  )
  return (
    <Row gap={3} keep>
      {isComplete ? run.name === null && mayChange && !isPicked ? keep : pick : <Repair run={run} />}
      <Menu label={words.analyses.acts.more({ name: runName(run) })}>
        {isComplete && (
          <button onClick={() => onPick(run.id)}>
            {isPicked ? words.analyses.acts.unpick : words.analyses.acts.pick}
          </button>
        )}
        {isComplete && mayChange && (
          <button onClick={() => setKeeps(true)}>
            {run.name === null ? words.analyses.acts.keepNamed : words.analyses.acts.renameOrExpire}
          </button>
        )}
        {acts.mayRun && (
          <>
            <button onClick={() => void acts.again(run)}>{words.analyses.acts.rerunNow}</button>
            <Link to="/p/$slug/analyses/new" params={{ slug: project.slug }} search={{ of: run.id }}>
              {words.analyses.acts.rerunChanged}
            </Link>
          </>
        )}
        {mayChange && <button onClick={() => acts.remove(run)}>{words.analyses.acts.remove}</button>}
      </Menu>
      {keeps && <KeepDialog run={run} onClose={() => setKeeps(false)} />}
    </Row>
  )
}
