// Keeps the selected subject in the middle of the map until the user moves it, shows the whole extent or selects
// another.
import { words } from "../../../words/language.ts"
import { useCallback, useEffect, useSyncExternalStore } from "react"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"
import { anyOne } from "../../shell/words.ts"
import { readFollowed, setFollowed, watchFollowed } from "./followed.ts"
import type { Field } from "./LiveMap.ts"

/** Follow tells whether the map follows the selected subject. */
interface Follow {
  readonly follows: boolean
  /** starts or stops following */
  readonly toggle: () => void
}

/** useFollow keeps the followed subject in the middle of the map while it is the selected one. */
export const useFollow = (field: Field | null, chosen: string | undefined): Follow => {
  const { project } = useProject()
  const followed = useSyncExternalStore(watchFollowed, readFollowed)
  const follows = followed !== null && followed === chosen
  useEffect(() => {
    if (field === null || !follows) return undefined
    let before: readonly [number, number] | undefined
    const centre = () => {
      const at = field.live.place(chosen)?.at
      if (at === undefined || (at[0] === before?.[0] && at[1] === before[1])) return
      field.map.goTo(at, { nearer: before === undefined }) // afterwards the user controls the zoom
      before = at
    }
    centre()
    const leave = [field.live.onMoved(centre), field.map.onView((asked) => asked && setFollowed(null))]
    return () => {
      for (const each of leave) each()
    }
  }, [field, follows, chosen])
  const toggle = useCallback(() => {
    if (chosen === undefined) return toast(words.live.follow.choose({ any: anyOne(project) }))
    const name = field?.live.place(chosen)?.name
    if (name === undefined) return // the map has not loaded, or the subject is not on it
    toast(follows ? words.live.follow.stopped({ name }) : words.live.follow.started({ name }))
    setFollowed(follows ? null : chosen)
  }, [field, follows, chosen, project])
  return { follows, toggle }
}
