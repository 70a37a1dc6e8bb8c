// `pugmark admin add-member`: a role in a project for somebody.
import { Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { oneEmail, projectOf, readWords, SERVER_OPTIONS, speaking } from "./adminOptions.ts"
import { type Command, CommandFailed, OK } from "../Command.ts"
import { Screen } from "../Screen.ts"

export const adminAddMember: Command = {
  name: "admin add-member",
  summary: "give somebody a role in a project",
  usage: `pugmark admin add-member --project SLUG --email EMAIL --role ROLE [options]

Makes a user a member of a project, of which they see the whole.

Options
  --project SLUG             the project, by slug or id
  --email EMAIL              who
  --role ROLE                viewer, operator, analyst, admin, or a role of the project
${SERVER_OPTIONS}`,
  run: (argv, env) =>
    Effect.gen(function* () {
      const { say } = yield* Screen
      const { positionals, values } = yield* readWords(argv, {
        project: { type: "string" },
        email: { type: "string" },
        role: { type: "string" }
      })
      const email = yield* oneEmail([...positionals, ...(values.email === undefined ? [] : [values.email])])
      const role =
        values.role ??
        (yield* new CommandFailed({
          message: "say what they are to be: --role viewer, operator, analyst or admin"
        }))
      const project = yield* speaking(values, env, `make ${email} a member`, () =>
        Effect.gen(function* () {
          const { members } = yield* Pugmark
          const project = yield* projectOf(values.project)
          yield* members.create({ params: { project_id: project.id }, payload: { email, role, scope: null } })
          return project
        })
      )
      say(`${email} is ${role} in ${project.name}`)
      return OK
    })
}
