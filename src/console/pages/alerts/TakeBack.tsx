import { words } from "../../../words/language.ts"
import { TAKE_BACK_NOTE, UNDO_MS } from "../../../domain/event/takeBack.ts"
import type { Alert } from "../../data/alerts.ts"
import { useActs } from "../../shell/acts.ts"
import { useProject } from "../../shell/useProject.ts"
import { useNow } from "../../time/useNow.ts"

/** The button disappears five seconds before the server would refuse. */
const BUTTON_MS = UNDO_MS - 5000

/** canTakeBack tells whether the last step of an alert was just made by `user` and changed the status. */
export const canTakeBack = (
  { steps }: Pick<Alert, "steps">,
  { now, user }: { readonly now: number; readonly user: string }
): boolean => {
  const last = steps.at(-1),
    before = steps.at(-2)
  if (last === undefined || last.from === last.to || last.actor.id !== user) return false
  // undoing is a step as well, and cannot be undone
  const undid = last.note === TAKE_BACK_NOTE && before !== undefined && before.from === last.to
  return !undid && now - Date.parse(last.at) < BUTTON_MS
}

/** TakeBack is the undo button of the user's last step, for when the toast with its own button is gone. */
export const TakeBack = ({ alert }: { readonly alert: Alert }) => {
  const { me } = useProject()
  const { takeBack } = useActs()
  const now = useNow()
  if (!canTakeBack(alert, { now, user: me.id })) return null
  return (
    <button className="btn small" onClick={() => void takeBack(alert)}>
      {words.alerts.acts.undo}
    </button>
  )
}
