// Carries out the plan of a row step by step; after a refusal the next attempt continues from that step.
import { animalRecord, changeAnimal, makeAnimal } from "../../../data/write/writeAnimals.ts"
import { queryClient } from "../../../data/queryClient.ts"
import { putTag, type TagDone } from "../../../data/write/writeTags.ts"
import { attributesOf } from "../add/attributes.ts"
import type { Plan } from "./rowParts.ts"

/** RowDone records the completed steps of a row. */
export interface RowDone {
  entityId?: string
  readonly tag: TagDone
}

const change = async (projectId: string, plan: Plan, id: string): Promise<void> => {
  const { edition, record } = await queryClient.fetchQuery({ ...animalRecord(projectId, id), staleTime: 0 })
  await changeAnimal(projectId, id, edition, {
    ...(plan.typeId === "" ? {} : { entity_type_id: plan.typeId }),
    ...(plan.groupId === null ? {} : { group_id: plan.groupId }),
    ...(plan.attributes.length === 0
      ? {}
      : { attributes: { ...record.attributes, ...attributesOf(plan.attributes) } })
  })
}

/**
 * makeRow creates or changes the animal of a row, then assigns its tag.
 *
 * @throws Refused as the server refused
 */
export const makeRow = async (projectId: string, plan: Plan, done: RowDone): Promise<void> => {
  if (done.entityId === undefined) {
    if (plan.updates === null)
      done.entityId = await makeAnimal(projectId, {
        name: plan.name,
        entity_type_id: plan.typeId,
        ...(plan.groupId === null ? {} : { group_id: plan.groupId }),
        attributes: attributesOf(plan.attributes)
      })
    else {
      await change(projectId, plan, plan.updates)
      done.entityId = plan.updates
    }
  }
  if (plan.tag !== null) await putTag(projectId, done.entityId, plan.tag, plan.since, done.tag)
}
