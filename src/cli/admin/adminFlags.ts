// The flags of the commands for administrators.
import type { FlagTable, Given, Words } from "../flags.ts"
import { serverFlags } from "../serverFlags.ts"

const project = { value: "SLUG", says: "the project, by slug or id" } as const
const passwordStdin = { says: "the password comes by standard input, 8 characters at least" } as const

/** listUsersFlags are the flags of `pugmark admin list-users`. */
export const listUsersFlags = serverFlags

/** createUserFlags are the flags of `pugmark admin create-user`. */
export const createUserFlags = {
  name: { value: "NAME", says: "what they are called" },
  "server-admin": { says: "they may do everything" },
  "password-stdin": passwordStdin,
  "no-password": { says: "nobody can log in as this user; tokens can be issued for it" },
  ...serverFlags
} as const satisfies FlagTable

/** resetPasswordFlags are the flags of `pugmark admin reset-password`. */
export const resetPasswordFlags = {
  "password-stdin": passwordStdin,
  ...serverFlags
} as const satisfies FlagTable

/** issueTokenFlags are the flags of `pugmark admin issue-token`. */
export const issueTokenFlags = {
  name: { value: "NAME", says: "what it is for" },
  scope: {
    value: "KEY",
    says: "a permission it carries, such as project:read; may be given several times",
    several: true
  },
  project: {
    value: "SLUG",
    says: "only for this project, by slug or id; may be given several times",
    several: true
  },
  days: { value: "N", says: "it ends after N days; never unless said" },
  ...serverFlags
} as const satisfies FlagTable

/** listMembersFlags are the flags of `pugmark admin list-members`. */
export const listMembersFlags = { project, ...serverFlags } as const satisfies FlagTable

/** addMemberFlags are the flags of `pugmark admin add-member`. */
export const addMemberFlags = {
  project,
  email: { value: "EMAIL", says: "who" },
  role: { value: "ROLE", says: "viewer, operator, analyst, admin, or a role of the project" },
  ...serverFlags
} as const satisfies FlagTable

/** What was given to a command that takes words in addition to its flags. */
export type WithWords<T extends FlagTable> = Given<T> & Words
