// Removal with undo: the area disappears at once and is deleted after a delay.
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { type Feature, removeFeatures } from "../../data/areas.ts"
import { keep, leave, LEAVES_AFTER_MS } from "../../shell/leaving.ts"
import { toast } from "../../shell/toasts.ts"

/** takeBack cancels a pending removal. */
export const takeBack = (id: string, name: string): void => {
  keep(id)
  toast(words.areas.takenBack({ name }))
}

/** removeLater hides an area and deletes it after the delay; only if `edition` is still current. */
export const removeLater = ({ id, name, project_id }: Feature, edition: string): void => {
  const remove = async () => {
    try {
      await removeFeatures(project_id, [id], edition)
    } catch (refused) {
      toast(words.areas.notRemoved({ name, reason: sentenceOf(refused) }), "bad")
    }
  }
  leave(id, remove)
  toast(words.areas.removed({ name }), "good", () => takeBack(id, name), LEAVES_AFTER_MS)
}
