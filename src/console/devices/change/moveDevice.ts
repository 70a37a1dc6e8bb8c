// Moves a device to another project at a moment: it leaves the one and its animal there, and is put in the other.
import {
  changeProjectSpan,
  type ProjectSpan,
  putInProject,
  removeProjectSpan
} from "../../queries/write/writeDevices.ts"
import { changeWornSpan } from "../../queries/write/writeWorn.ts"
import type { WornSpan } from "./WornActs.tsx"

/** Move is a device that goes to another project. */
export interface Move {
  readonly deviceId: string
  /** in which project it is now; undefined: in none */
  readonly from: ProjectSpan | undefined
  /** who wears it there now; undefined: no animal */
  readonly worn: WornSpan | undefined
  readonly to: string
  /** RFC 3339 */
  readonly at: string
}

/**
 * moveDevice moves a device and returns how that is taken back. Where the other project is refused, the
 * device is put back where it was.
 *
 * @throws Refused as the server said
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
