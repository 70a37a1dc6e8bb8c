// Names of the rules, animals and event types that an automation refers to.
import { useQueries, useQuery } from "@tanstack/react-query"
import { isObject } from "../bench/document.ts"
import { entity } from "../../data/animals.ts"
import { rules } from "../../data/rules.ts"
import { useProject } from "../../shell/useProject.ts"

/** Animals whose names are requested; larger selections are counted. */
const MAX_NAMED_ANIMALS = 20

/** useRuleNames returns the names of rules by id, and the types of their events. */
export const useRuleNames = () => {
  const { project } = useProject()
  const { data = [] } = useQuery(rules(project.id))
  const types = data.flatMap(({ document }) => {
    const event = document["event"]
    const type = isObject(event) ? event["event_type"] : undefined
    return typeof type === "string" ? [type] : []
  })
  return { names: new Map(data.map(({ id, name }) => [id, name])), types: [...new Set(types)].toSorted() }
}

/** useAnimalNames returns the names of animals by id. */
export const useAnimalNames = (ids: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const { project } = useProject()
  const read = useQueries({
    queries: ids.slice(0, MAX_NAMED_ANIMALS).map((id) => ({ ...entity(project.id, id), retry: false }))
  })
  return new Map(read.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.name] as const])))
}
