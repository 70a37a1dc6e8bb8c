// The actions on one analysis: cancel while it runs; then keep, re-run, change and re-run, delete.
import { Link, useNavigate } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { isUnderWay, type Run } from "../../data/analyses.ts"
import { useProject } from "../../shell/useProject.ts"
import { KeepButton } from "./KeepButton.tsx"
import { useRunActs } from "./useRunActs.ts"

/** RunActs renders the actions on a run; nothing without the permission. */
export const RunActs = ({ run }: { readonly run: Run }) => {
  const { project } = useProject()
  const navigate = useNavigate()
  const acts = useRunActs()
  const params = { slug: project.slug }
  const again = (
    <button className="btn" onClick={() => void acts.again(run)}>
      <Icon name="redo" size={14} /> {words.analyses.acts.again}
    </button>
  )
  if (isUnderWay(run)) {
    const isLost = run.worker?.lost === true
    return (
      <>
        {isLost && acts.mayRun && again}
        {acts.mayChange(run) && (
          <button
            className="btn"
            disabled={run.cancel_requested && !isLost}
            onClick={() => void acts.cancel(run)}
          >
            <Icon name="x" size={14} /> {words.analyses.acts.cancel}
          </button>
        )}
      </>
    )
  }
  return (
    <>
      {acts.mayRun && (
        <>
          {again}
          <Link className="btn" to="/p/$slug/analyses/new" params={params} search={{ of: run.id }}>
            {words.analyses.acts.changeAndRerun}
          </Link>
        </>
      )}
      {acts.mayChange(run) && (
        <>
          <button
            className="btn danger"
            onClick={() => acts.remove(run, () => void navigate({ to: "/p/$slug/analyses", params }))}
          >
            {words.analyses.acts.remove}
          </button>
          {run.status === "completed" && <KeepButton run={run} />}
        </>
      )}
    </>
  )
}
