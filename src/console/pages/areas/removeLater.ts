// Removal with undo: the area disappears at once and is deleted after a delay.
import { sentenceOf } from "../../data/api/Refused.ts"
import { type Feature, removeFeatures } from "../../data/areas.ts"
import { keep, leave, LEAVES_AFTER_MS } from "../../shell/leaving.ts"
import { toast } from "../../shell/toasts.ts"

/** takeBack cancels a pending removal. */
export const takeBack = (id: string, name: string): void => {
  keep(id)
  toast(`Taken back: ${name}`)
}

/** removeLater hides an area and deletes it after the delay; only if `edition` is still current. */
export const removeLater = ({ id, name, project_id }: Feature, edition: string): void => {
  const remove = async () => {
    try {
      await removeFeatures(project_id, [id], edition)
    } catch (refused) {
      toast(`${name} is still there: ${sentenceOf(refused)}`, "bad")
    }
  }
  leave(id, remove)
  toast(`Removed: ${name}`, "good", () => takeBack(id, name), LEAVES_AFTER_MS)
}
