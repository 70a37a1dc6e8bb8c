// An area that somebody removes is out of sight at once and removed in a while; until then there is a way back.
import { sentenceOf } from "../api/Refused.ts"
import { type Feature, removeFeatures } from "../queries/areas.ts"
import { keep, leave, LEAVES_AFTER_MS } from "../shell/leaving.ts"
import { say } from "../shell/notices.ts"

/** Brings back what was to go. */
export const takeBack = (id: string, name: string): void => {
  keep(id)
  say(`Taken back: ${name}`)
}

/** `edition`: the one that is removed, and no newer one. */
export const removeLater = ({ id, name, project_id }: Feature, edition: string): void => {
  const remove = async () => {
    try {
      await removeFeatures(project_id, [id], edition)
    } catch (refused) {
      say(`${name} is still there: ${sentenceOf(refused)}`, "bad")
    }
  }
  leave(id, remove)
  say(`Removed: ${name}`, "good", () => takeBack(id, name), LEAVES_AFTER_MS)
}
