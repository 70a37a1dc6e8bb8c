import { TAKEN_BACK, UNDO_MS } from "../../domain/event/takeBack.ts"
import type { Alert } from "../queries/alerts.ts"
import { useActs } from "../shell/acts.ts"
import { useProject } from "../shell/useProject.ts"
import { useNow } from "../time/useNow.ts"

/** The button goes a little before the server refuses. */
const FOR_MS = UNDO_MS - 5000

/** Whether the last step of an alert is somebody's own, moved it, and was just made. */
export const canTakeBack = (
  { steps }: Pick<Alert, "steps">,
  { now, user }: { readonly now: number; readonly user: string }
): boolean => {
  const last = steps.at(-1),
    before = steps.at(-2)
  if (last === undefined || last.from === last.to || last.actor.id !== user) return false
  // taking back is a step as well, and stands
  const undid = last.note === TAKEN_BACK && before !== undefined && before.from === last.to
  return !undid && now - Date.parse(last.at) < FOR_MS
}

/** Takes back what oneself has just done about an alert: the sentence at the bottom may be gone. */
export const TakeBack = ({ alert }: { readonly alert: Alert }) => {
  const { me } = useProject()
  const { takeBack } = useActs()
  const now = useNow()
  if (!canTakeBack(alert, { now, user: me.id })) return null
  return (
    <button className="btn small" onClick={() => void takeBack(alert)}>
      Undo
    </button>
  )
}
