// `pugmark admin`: the commands for administrators who have no browser at hand.
import * as Command from "effect/cli/Command"
import { flagsOf, wordsCalled } from "../flags.ts"
import { lazily } from "../lazily.ts"
import { prose } from "../prose.ts"
import {
  addMemberFlags,
  createUserFlags,
  issueTokenFlags,
  listMembersFlags,
  listUsersFlags,
  resetPasswordFlags
} from "./adminFlags.ts"

const listUsers = Command.make(
  "list-users",
  flagsOf(listUsersFlags),
  lazily(async () => (await import("./listUsers.ts")).listUsers)
).pipe(
  Command.withShortDescription("who may come in"),
  Command.withDescription("Lists the users: e-mail address, since when, what is special about them, name.")
)

const createUser = Command.make(
  "create-user",
  { ...wordsCalled("EMAIL"), ...flagsOf(createUserFlags) },
  lazily(async () => (await import("./createUser.ts")).createUser)
).pipe(
  Command.withShortDescription("let somebody in"),
  Command.withDescription("Makes a user. Their password is made and said once, unless it is given.")
)

const resetPassword = Command.make(
  "reset-password",
  { ...wordsCalled("EMAIL"), ...flagsOf(resetPasswordFlags) },
  lazily(async () => (await import("./resetPassword.ts")).resetPassword)
).pipe(
  Command.withShortDescription("give somebody another password"),
  Command.withDescription(
    prose(`
  Gives a user another password and ends their sessions; their tokens go on. The password is made
  and said once, unless it is given.`)
  )
)

const issueToken = Command.make(
  "issue-token",
  { ...wordsCalled("EMAIL"), ...flagsOf(issueTokenFlags) },
  lazily(async () => (await import("./issueToken.ts")).issueToken)
).pipe(
  Command.withShortDescription("make a token for a program"),
  Command.withDescription(
    prose(`
  Makes a token in the name of a user and prints it, this once. It needs --name and a --scope at least, and
  may do what both the user and its scopes permit.`)
  )
)

const listMembers = Command.make(
  "list-members",
  flagsOf(listMembersFlags),
  lazily(async () => (await import("./listMembers.ts")).listMembers)
).pipe(
  Command.withShortDescription("who may do what in a project"),
  Command.withDescription(
    prose(`
  Lists the members of the project that --project names: e-mail address, role, what of the project they see,
  name. Server admins need not be among them.`)
  )
)

const addMember = Command.make(
  "add-member",
  { ...wordsCalled("EMAIL"), ...flagsOf(addMemberFlags) },
  lazily(async () => (await import("./addMember.ts")).addMember)
).pipe(
  Command.withShortDescription("give somebody a role in a project"),
  Command.withDescription(
    prose(`
  Makes a user a member of a project, of which they see the whole. Needs --project, --role and an e-mail
  address, which may be said with --email too.`)
  )
)

/** The commands for administrators. */
export const administration = Command.make("admin").pipe(
  Command.withShortDescription("users, members and tokens"),
  Command.withDescription(
    prose(`
  Users, members and tokens of a running server. --token is a server admin's; of a server started in this
  folder it is known.`)
  ),
  Command.withSubcommands([listUsers, createUser, resetPassword, issueToken, listMembers, addMember])
)
