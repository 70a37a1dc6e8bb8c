// The roles that the rooms of the program log in as. Migrations and grants call them by these five names; in
// the server each has the suffix that was drawn for its database, because roles belong to the whole server.
import { randomInt } from "node:crypto"

/** A role by the name that migrations have for it. */
export type LoginRole =
  | "pugmark_api"
  | "pugmark_ingest"
  | "pugmark_engine"
  | "pugmark_work"
  | "pugmark_analysis"

export const loginRoles: ReadonlyArray<LoginRole> = [
  "pugmark_api",
  "pugmark_ingest",
  "pugmark_engine",
  "pugmark_work",
  "pugmark_analysis"
]

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"

/**
 * What a new database's roles end with: 62 bits of chance, so that no two databases of a server draw the
 * same.
 */
export const drawSuffix = (): string =>
  Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join("")

/** What a role is called in the server. Needs no quotes. */
export const nameOf = (role: LoginRole, suffix: string): string => `${role}_${suffix}`

/** SQL with the names of a database in place of the five. */
export const putNames = (text: string, suffix: string): string =>
  text.replaceAll(/\bpugmark_(?:api|ingest|engine|work|analysis)\b/g, (role) => `${role}_${suffix}`)
