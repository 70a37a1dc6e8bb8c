// How far a project is from an empty map to the first notification.
import { useQuery } from "@tanstack/react-query"
import { automations } from "../../data/automations/automations.ts"
import { currentMap, features } from "../../data/mapQueries.ts"
import { rules } from "../../data/rules.ts"
import { useProject } from "../../shell/useProject.ts"

/** FirstStepsDone tells which steps are done. */
export interface FirstStepsDone {
  readonly animals: boolean
  readonly fence: boolean
  readonly rule: boolean
  readonly told: boolean
}

/**
 * useFirstSteps returns which steps are done; undefined: loading, or not needed. Once an automation is on,
 * the other steps are only requested if `isWhole`.
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
