// The rules' answers at a moment, debounced: until the new ones arrive, the previous ones stay.
import { useQuery } from "@tanstack/react-query"
import { useLastDefined } from "../event/useLastDefined.ts"
import { whyNot } from "../../data/evidence.ts"
import { useProject } from "../../shell/useProject.ts"
import { useSettled } from "../../shell/useSettled.ts"

/** DEBOUNCE_MS is the debounce: stepping through minutes must not evaluate every rule at each of them. */
const DEBOUNCE_MS = 250

/** The answers about an entity at a moment (epoch ms). */
export const useAnswer = (entity: string, at: number) => {
  const { project } = useProject()
  const settled = useSettled(at, DEBOUNCE_MS)
  const { data, error, refetch } = useQuery(whyNot(project.id, entity, settled))
  const shown = useLastDefined(data)
  return {
    shown,
    error,
    again: () => void refetch(),
    /** the shown answers are of another moment, and the new ones are loading */
    isBusy: error === null && (data === undefined || settled !== at)
  }
}
