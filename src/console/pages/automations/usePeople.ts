// The members that Telegram can reach, as far as the user may see them.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../words/language.ts"
import { contacts } from "../../data/contacts.ts"
import { members } from "../../data/project.ts"
import { useProject } from "../../shell/useProject.ts"

interface People {
  /** members to select; the user is the first */
  readonly choices: ReadonlyArray<readonly [id: string, name: string]>
  readonly nameOf: (id: string) => string
}

/** usePeople returns the members for the selection of a chat. */
export const usePeople = (): People => {
  const { may, me, project } = useProject()
  const { data: all = [] } = useQuery({ ...members(project.id), enabled: may("members:write") })
  const { data: callable = [] } = useQuery(contacts(project.id))
  const text = words.automations.people
  const names = new Map([
    [me.id, text.you({ name: me.name === "" ? me.email : me.name })],
    ...callable
      .filter(({ user_id }) => user_id !== me.id)
      .map((one) => [one.user_id, one.name ?? text.nameless] as const),
    ...all
      .filter(({ user_id }) => user_id !== me.id)
      .map((one) => [one.user_id, one.name === "" ? one.email : one.name] as const)
  ])
  return { choices: [...names], nameOf: (id) => names.get(id) ?? text.member }
}
