// Moves a device to another project at a time: ends its membership and assignment in the one, starts a membership in
// the other.
import {
  changeProjectSpan,
  type ProjectSpan,
  putInProject,
  removeProjectSpan
} from "../../../data/write/writeDevices.ts"
import { changeWornSpan } from "../../../data/write/writeWorn.ts"
import type { WornSpan } from "./WornActs.tsx"

/** Move is a device and its target project. */
interface Move {
  readonly deviceId: string
  /** its current membership; undefined: in no project */
  readonly from: ProjectSpan | undefined
  /** its current assignment; undefined: no animal */
  readonly worn: WornSpan | undefined
  readonly to: string
  /** RFC 3339 */
  readonly at: string
}

/**
 * moveDevice moves a device and returns an undo. Where the target project is refused, the device is put back.
 *
 * @throws Refused as the server refused
 */
export const moveDevice = async ({ at, deviceId, from, to, worn }: Move): Promise<() => Promise<void>> => {
  const stay = async () => {
    if (from !== undefined) await changeProjectSpan(deviceId, from.id, { valid_to: from.valid_to })
  }
  if (from !== undefined) await changeProjectSpan(deviceId, from.id, { valid_to: at })
  const made = await putInProject(deviceId, { project_id: to, valid_from: at }).catch(
    async (refused: unknown) => {
      await stay()
      throw refused
    }
  )
  if (worn !== undefined) await changeWornSpan(worn.project_id, worn.id, { valid_to: at })
  return async () => {
    await removeProjectSpan(deviceId, made)
    await stay()
    if (worn !== undefined) await changeWornSpan(worn.project_id, worn.id, { valid_to: worn.valid_to })
  }
}
