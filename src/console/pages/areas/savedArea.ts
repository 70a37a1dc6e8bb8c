// The area that was saved last, for as long as saving it can be undone.
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import type { Edited } from "../../data/api/call.ts"
import { changeFeature, type Feature, removeFeatures } from "../../data/areas.ts"
import { onSignOut } from "../../data/signOut.ts"
import { toast } from "../../shell/toasts.ts"
import { watched } from "../../watched.ts"
import { changeOf, draftOf } from "./draft.ts"

/** UNDO_MS is how long saving an area can be undone. */
const UNDO_MS = 30_000

interface SavedArea {
  readonly id: string
  /** removes a new area, or restores the one before */
  readonly undo: () => void
}

const saved = watched<SavedArea | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** Reads and watches the area that was saved last; null: none, or too long ago. */
export const { read: readSaved, watch: watchSaved } = saved

const forget = (): void => {
  clearTimeout(timer)
  saved.set(null)
}

// another user of the tab must not undo it
onSignOut(forget)

/** noteSaved offers the undo of a saved area; `before`: the area as it was, null: it is new. */
export const noteSaved = (
  { edition, record }: Edited<Feature>,
  before: Feature | null,
  onUndone: () => void
): void => {
  const { id, name, project_id: projectId } = record
  const restore = async () => {
    try {
      if (before === null) await removeFeatures(projectId, [id], edition)
      else await changeFeature(record, edition, changeOf(record, draftOf(before)))
      toast(words.area.saved.undone({ name }))
      if (before === null) onUndone()
    } catch (refused) {
      toast(sentenceOf(refused), "bad")
    }
  }
  const undo = () => {
    forget()
    void restore()
  }
  forget()
  saved.set({ id, undo })
  timer = setTimeout(forget, UNDO_MS)
}
