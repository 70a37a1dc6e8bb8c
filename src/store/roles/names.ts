// The roles that parts of the program log in as. Migrations and grants use these five names; in the server each
// has the random suffix of its database, because roles belong to the whole server.
import { randomInt } from "node:crypto"

/** LoginRole is the name of a role in migrations. */
export type LoginRole =
  | "pugmark_api"
  | "pugmark_ingest"
  | "pugmark_engine"
  | "pugmark_work"
  | "pugmark_analysis"

/** loginRoles are all of them. */
export const loginRoles: ReadonlyArray<LoginRole> = [
  "pugmark_api",
  "pugmark_ingest",
  "pugmark_engine",
  "pugmark_work",
  "pugmark_analysis"
]

const SUFFIX_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789"

/** Returns a random suffix for a new database: 62 bits, so that no two databases of a server have the same. */
export const randomSuffix = (): string =>
  Array.from({ length: 12 }, () => SUFFIX_CHARACTERS[randomInt(SUFFIX_CHARACTERS.length)]).join("")

/** Returns the name of a role in the server, which needs no quotes. */
export const roleNameOf = (role: LoginRole, suffix: string): string => `${role}_${suffix}`

/** Returns SQL with the names of a database in place of the five. */
export const insertRoleNames = (text: string, suffix: string): string =>
  text.replaceAll(/\bpugmark_(?:api|ingest|engine|work|analysis)\b/g, (role) => `${role}_${suffix}`)
