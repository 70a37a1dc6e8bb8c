// The names of what an automation is about: rules, animals, and the types of events that rules make.
import { useQueries, useQuery } from "@tanstack/react-query"
import { isObject } from "../bench/document.ts"
import { entity } from "../queries/animals.ts"
import { rules } from "../queries/rules.ts"
import { useProject } from "../shell/useProject.ts"

/** Animals whose names are asked for; of more the number is said. */
const MAX_NAMED_ANIMALS = 20

/** useRuleNames are the rules of the project by id, and the types of their events. */
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

export const useAnimalNames = (ids: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const { project } = useProject()
  const read = useQueries({
    queries: ids.slice(0, MAX_NAMED_ANIMALS).map((id) => ({ ...entity(project.id, id), retry: false }))
  })
  return new Map(read.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.name] as const])))
}
