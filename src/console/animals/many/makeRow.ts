// Makes what a row of a pasted table says, step by step; what is refused later is tried again from there.
import { animalRecord, changeAnimal, makeAnimal } from "../../queries/write/writeAnimals.ts"
import { queryClient } from "../../queries/queryClient.ts"
import { putTag, type TagDone } from "../../queries/write/writeTags.ts"
import { attributesOf } from "../add/attributes.ts"
import type { Plan } from "./rowParts.ts"

/** RowDone keeps the steps of a row that are done. */
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

/** makeRow makes or changes the animal of a row, then puts its tag on. @throws Refused as the server said */
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
