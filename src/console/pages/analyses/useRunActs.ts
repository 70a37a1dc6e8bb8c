// The actions on a run; each shows a toast, with an undo where there is one, or the error.
import { useNavigate } from "@tanstack/react-router"
import { useMemo } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { cancelRun, nameRun, removeRun, rerun, type RunSummary } from "../../data/analyses.ts"
import { keep as stay, leave, LEAVES_AFTER_MS } from "../../shell/leaving.ts"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"
import { runName } from "./runWords.ts"

type Named = Pick<RunSummary, "id" | "name">

const attempt = async (run: Named, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (refused) {
    toast(words.analyses.said.failed({ name: runName(run), why: sentenceOf(refused) }), "bad")
  }
}

/** useRunActs returns the actions on runs of the project; `mayChange` tells whether the user may change a run. */
export const useRunActs = () => {
  const { may, me, project } = useProject()
  const navigate = useNavigate()
  const projectId = project.id
  return useMemo(
    () => ({
      mayRun: may("analysis:run"),
      mayChange: (run: Pick<RunSummary, "created_by_user_id">): boolean =>
        may("project:write") || (run.created_by_user_id === me.id && may("analysis:run")),
      cancel: (run: RunSummary) =>
        attempt(run, async () => {
          await cancelRun(projectId, run.id)
          toast(words.analyses.said.cancelled({ name: runName(run) }))
        }),
      rename: (run: Named, name: string | null) =>
        attempt(run, async () => {
          await nameRun(projectId, run.id, name)
          if (name === null) toast(words.analyses.said.expires({ name: runName(run) }))
          else
            toast(words.analyses.said.kept({ name }), "good", () => void nameRun(projectId, run.id, run.name))
        }),
      again: (run: RunSummary) =>
        attempt(run, async () => {
          const { id } = await rerun(projectId, run.id)
          toast(words.analyses.said.queued({ name: runName(run) }))
          await navigate({ to: "/p/$slug/analyses/$run", params: { slug: project.slug, run: id } })
        }),
      remove: (run: Named, onGone?: () => void) => {
        const name = runName(run)
        leave(run.id, () => attempt(run, () => removeRun(projectId, run.id)))
        toast(
          words.analyses.said.removed({ name }),
          "good",
          () => {
            stay(run.id)
            toast(words.analyses.said.restored({ name }))
          },
          LEAVES_AFTER_MS
        )
        onGone?.()
      }
    }),
    [may, me.id, navigate, project.slug, projectId]
  )
}
