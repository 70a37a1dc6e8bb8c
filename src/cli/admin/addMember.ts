// `pugmark admin add-member`: gives a user a role in a project.
import { Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { oneEmail, projectOf, speaking } from "./adminOptions.ts"
import { CommandFailed, OK_EXIT_CODE } from "../outcome.ts"
import { Screen } from "../Screen.ts"
import type { addMemberFlags, WithWords } from "./adminFlags.ts"
import type { Work } from "../lazily.ts"

/** Makes a user a member of a project. */
export const addMember: Work<WithWords<typeof addMemberFlags>> = (given, env) =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    const email = yield* oneEmail([...given.words, ...(given.email === undefined ? [] : [given.email])])
    const role =
      given.role ??
      (yield* new CommandFailed({
        message: "say what they are to be: --role viewer, operator, analyst or admin"
      }))
    const project = yield* speaking(given, env, `make ${email} a member`, () =>
      Effect.gen(function* () {
        const { members } = yield* Pugmark
        const project = yield* projectOf(given.project)
        yield* members.create({ params: { project_id: project.id }, payload: { email, role, scope: null } })
        return project
      })
    )
    say(`${email} is ${role} in ${project.name}`)
    return OK_EXIT_CODE
  })
