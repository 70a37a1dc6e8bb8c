// The rules and members that refer to a group: what a change of the tree affects.
import { useQuery } from "@tanstack/react-query"
import type { Group } from "../../../data/names.ts"
import { members } from "../../../data/project.ts"
import { rules } from "../../../data/rules.ts"
import { useProject } from "../../../shell/useProject.ts"

/** groupsAbove returns the group and its ancestors. */
export const groupsAbove = (all: ReadonlyArray<Group>, id: string | null): ReadonlyArray<string> => {
  const group = all.find((one) => one.id === id)
  return group === undefined ? [] : [group.id, ...groupsAbove(all, group.parent_id)]
}

const namesOneOf = (scope: unknown, ids: ReadonlyArray<string>): boolean => {
  const named =
    typeof scope === "object" && scope !== null && "group_ids" in scope && Array.isArray(scope.group_ids)
      ? scope.group_ids
      : []
  return named.some((id: unknown) => typeof id === "string" && ids.includes(id))
}

/** useNaming returns the names of the rules and members that refer to one of the groups. */
export const useNaming = (ids: ReadonlyArray<string>) => {
  const { may, project } = useProject()
  const { data: all = [] } = useQuery(rules(project.id))
  const { data: people = [] } = useQuery({ ...members(project.id), enabled: may("members:write") })
  return {
    rules: all.filter(({ document }) => namesOneOf(document["scope"], ids)).map(({ name }) => name),
    members: people
      .filter(({ scope }) => scope?.groups.some((id) => ids.includes(id)) === true)
      .map(({ email, name }) => (name === "" ? email : name))
  }
}
