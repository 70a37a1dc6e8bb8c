// What the rules say at a moment: asked once somebody has come to rest there, and until then as it was at the last.
import { useQuery } from "@tanstack/react-query"
import { useKept } from "../event/useKept.ts"
import { whyNot } from "../queries/evidence.ts"
import { useProject } from "../shell/useProject.ts"
import { useSettled } from "../shell/useSettled.ts"

/** Somebody who goes from minute to minute is not asked about each: every rule is asked each time. */
const PAUSE_MS = 250

/** Of one entity, at a moment (epoch ms). */
export const useAnswer = (entity: string, at: number) => {
  const { project } = useProject()
  const settled = useSettled(at, PAUSE_MS)
  const { data, error, refetch } = useQuery(whyNot(project.id, entity, settled))
  const shown = useKept(data)
  return {
    shown,
    error,
    again: () => void refetch(),
    /** what is shown is of another moment, and that of this one is on its way */
    isBusy: error === null && (data === undefined || settled !== at)
  }
}
