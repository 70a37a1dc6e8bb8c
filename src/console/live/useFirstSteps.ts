// How far a project is on the way from an empty map to someone who is told of an alert.
import { useQuery } from "@tanstack/react-query"
import { automations } from "../queries/automations/automations.ts"
import { currentMap, features } from "../queries/field.ts"
import { rules } from "../queries/rules.ts"
import { useProject } from "../shell/useProject.ts"

export interface FirstStepsDone {
  readonly animals: boolean
  readonly fence: boolean
  readonly rule: boolean
  readonly told: boolean
}

/**
 * useFirstSteps is what is done; undefined: it is not read yet. Where someone is told already the way is at
 * its end, and the rest is asked for only where `isWhole`.
 */
export const useFirstSteps = (isWhole: boolean): FirstStepsDone | undefined => {
  const { project } = useProject()
  const { data: telling } = useQuery(automations(project.id))
  const told = telling?.some(({ enabled }) => enabled)
  const enabled = isWhole || told === false
  const { data: map } = useQuery({ ...currentMap(project.id), enabled })
  const { data: areas } = useQuery({ ...features(project.id), enabled })
  const { data: all } = useQuery({ ...rules(project.id), enabled })
  return !enabled || told === undefined || map === undefined || areas === undefined || all === undefined
    ? undefined
    : {
        animals: map.counts.total > 0,
        fence: areas.length > 0,
        rule: all.some((one) => one.enabled),
        told
      }
}
