// `pugmark admin list-members`: who may do what in a project.
import { Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { readAll } from "../../client/readAll.ts"
import type { Member } from "../../domain/access/Member.ts"
import { projectOf, speaking } from "./adminOptions.ts"
import { OK_EXIT_CODE } from "../outcome.ts"
import { Screen } from "../Screen.ts"
import type { Given } from "../flags.ts"
import type { listMembersFlags } from "./adminFlags.ts"
import type { Work } from "../lazily.ts"

const count = (ids: ReadonlyArray<string>, one: string, many: string) =>
  ids.length === 0 ? [] : [`${ids.length} ${ids.length === 1 ? one : many}`]

const scopeOf = ({ scope }: Member): string => {
  if (scope === null) return "the whole project"
  const parts = [
    ...count(scope.groups, "group", "groups"),
    ...count(scope.entities, "entity", "entities"),
    ...count(scope.devices, "device", "devices")
  ]
  return parts.length === 0 ? "nothing" : parts.join(", ")
}

/** Lists the members of a project. */
export const listMembers: Work<Given<typeof listMembersFlags>> = (given, env) =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    const members = yield* speaking(given, env, "list the members", () =>
      Effect.gen(function* () {
        const { members } = yield* Pugmark
        const params = { project_id: (yield* projectOf(given.project)).id }
        return yield* readAll((query) => members.list({ params, query }))
      })
    )
    const width = (cell: (member: Member) => string) =>
      Math.max(0, ...members.map((member) => cell(member).length))
    const [email, role, scope] = [width((m) => m.email), width((m) => m.role), width(scopeOf)]
    for (const member of members) {
      const name = [member.name, member.enabled ? "" : "(disabled)"].filter((word) => word !== "").join(" ")
      say(
        (
          `${member.email.padEnd(email)}  ${member.role.padEnd(role)} ` +
          ` ${scopeOf(member).padEnd(scope)}  ${name}`
        ).trimEnd()
      )
    }
    return OK_EXIT_CODE
  })
