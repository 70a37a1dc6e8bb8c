// Assigns the tag of a form to an animal.
import { queryClient } from "../../../data/queryClient.ts"
import { rereadHerd } from "../../../data/write/rereadHerd.ts"
import { putTag, type TagDone, type TagWanted } from "../../../data/write/writeTags.ts"
import { iso } from "../../../time/iso.ts"
import { momentOf } from "../../../time/wallTime.ts"
import { NEW_TAG, type TagForm } from "./animalForm.ts"

const wantedOf = ({ device, externalId, name, source }: TagForm): TagWanted =>
  device === NEW_TAG
    ? {
        kind: "new",
        name: name.trim(),
        identity: source === "" ? null : { sourceId: source, externalId: externalId.trim() }
      }
    : { kind: "here", deviceId: device }

/**
 * putFormTag assigns the tag of a form, if any, to an animal.
 *
 * @throws Refused as the server refused
 */
export const putFormTag = async (
  projectId: string,
  entityId: string,
  form: TagForm,
  zone: string,
  done: TagDone
): Promise<void> => {
  if (form.device === "") return
  const since = form.since === "" ? Date.now() : (momentOf(form.since, zone) ?? Date.now())
  await putTag(projectId, entityId, wantedOf(form), iso(since), done)
  await rereadHerd(projectId)
  await queryClient.invalidateQueries({ queryKey: ["device"] })
}
