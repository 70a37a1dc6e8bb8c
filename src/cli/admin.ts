// The commands for administrators who have no browser at hand.
import { adminAddMember } from "./adminAddMember.ts"
import { adminCreateUser } from "./adminCreateUser.ts"
import { adminIssueToken } from "./adminIssueToken.ts"
import { adminListMembers } from "./adminListMembers.ts"
import { adminListUsers } from "./adminListUsers.ts"
import { adminResetPassword } from "./adminResetPassword.ts"
import type { Command } from "./Command.ts"

export const adminCommands: ReadonlyArray<Command> = [
  adminListUsers,
  adminCreateUser,
  adminResetPassword,
  adminIssueToken,
  adminListMembers,
  adminAddMember
]
