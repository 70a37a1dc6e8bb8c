// The commands for administrators who have no browser at hand.
import { adminAddMember } from "./addMember.ts"
import { adminCreateUser } from "./createUser.ts"
import { adminIssueToken } from "./issueToken.ts"
import { adminListMembers } from "./listMembers.ts"
import { adminListUsers } from "./listUsers.ts"
import { adminResetPassword } from "./resetPassword.ts"
import type { Command } from "../Command.ts"

export const adminCommands: ReadonlyArray<Command> = [
  adminListUsers,
  adminCreateUser,
  adminResetPassword,
  adminIssueToken,
  adminListMembers,
  adminAddMember
]
