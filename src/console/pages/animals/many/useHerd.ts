// Loads the records of the project that rows of a pasted table refer to.
import { useQuery } from "@tanstack/react-query"
import { allAnimals, entityTypes, groups } from "../../../data/animals.ts"
import { wearers } from "../../../data/device.ts"
import { sources } from "../../../data/sources.ts"
import { tags, tagsByNumber } from "../../../data/write/writeTags.ts"
import { ownSources } from "../../sources/ownSources.ts"
import { useProject } from "../../../shell/useProject.ts"
import { useNow } from "../../../time/useNow.ts"
import type { Herd } from "./rowParts.ts"

interface Defaults {
  readonly type: string
  readonly group: string
}

/** useHerd loads the herd and looks up the tags in `numbers`; null while loading. */
export const useHerd = (numbers: ReadonlyArray<string>, { group, type }: Defaults): Herd | null => {
  const { may, me, project, zone } = useProject()
  const now = useNow()
  const { data: types } = useQuery(entityTypes)
  const { data: herds } = useQuery(groups(project.id))
  const { data: animals } = useQuery(allAnimals(project.id))
  const { data: devices } = useQuery(tags(project.id))
  const { data: worn } = useQuery(wearers(project.id))
  const { data: known } = useQuery(sources)
  const named = new Map(devices?.map(({ id, name }) => [name.toLowerCase(), id]))
  const unnamed = numbers.filter((number) => !named.has(number.toLowerCase()))
  const { data: numbered } = useQuery(tagsByNumber(project.id, devices === undefined ? null : unnamed))
  if (
    types === undefined ||
    herds === undefined ||
    animals === undefined ||
    devices === undefined ||
    worn === undefined ||
    numbered === undefined
  )
    return null
  return {
    types,
    groups: herds,
    animals,
    tags: new Map([...numbered, ...named]),
    wearers: worn,
    sources: ownSources(known ?? [], project.id),
    zone,
    now,
    maySetTags: may("devices:write"),
    mayMakeTypes: me.server_admin,
    type,
    group
  }
}
