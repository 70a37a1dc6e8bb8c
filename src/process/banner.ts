// Formats the lines that `startRole.ts` prints once the service listens: the addresses of the service, and the first
// login and token.
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import type { Role, Settings } from "../config/Settings.ts"
import { firstPasswordFile } from "./firstPassword.ts"
import { makeDirectory } from "./makeDirectory.ts"

/** Returns the path of the generated token, which commands on this machine read. */
const tokenFile = (settings: Settings) => path.join(settings.dataDir, "admin-token")

/** `logFile` returns the path of a role's log. */
export const logFile = (settings: Settings, role: Role) => path.join(settings.dataDir, "log", `${role}.jsonl`)

/**
 * `tokenOf` returns the start-up token: that of the settings, or one generated once and stored for its owner
 * alone.
 */
export const tokenOf = (settings: Settings): string => {
  if (settings.adminToken !== null) return settings.adminToken
  const file = tokenFile(settings)
  const storedToken = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : ""
  if (storedToken !== "") return storedToken
  const token = `pug_${randomBytes(32).toString("base64url")}`
  makeDirectory(settings.dataDir)
  fs.writeFileSync(file, token + "\n", { mode: 0o600 })
  return token
}

/**
 * Returns the command to type: `./pugmark` in the clone's folder, else its full path; of a package, as it was
 * called.
 */
const command = (): string => {
  const script = fileURLToPath(new URL("../../pugmark", import.meta.url))
  if (!fs.existsSync(script)) return process.argv[1] ?? "pugmark"
  return path.dirname(script) === process.cwd() ? "./pugmark" : script
}

/** Formats the banner. `admin.password` is null after the first login, or if a person has set it. */
export const banner = (
  settings: Settings,
  url: string,
  admin: { readonly email: string; readonly password: string | null },
  token: string
): string => {
  const shown =
    settings.adminToken === null ? `${token}  (kept in ${tokenFile(settings)})` : "the one in ADMIN_TOKEN"
  const bearer = settings.adminToken === null ? `$(cat ${tokenFile(settings)})` : "$ADMIN_TOKEN"
  const login =
    admin.password === null
      ? `${admin.email}, with its password (forgotten: ${command()} admin reset-password ${admin.email})`
      : settings.adminPassword === null
        ? `${admin.email} / ${admin.password}  (in ${firstPasswordFile(settings.dataDir)} until the first login)`
        : `${admin.email}, with ADMIN_PASSWORD`
  return `
  Pugmark is running.

  Open    ${url}/
  Guide   ${url}/guide
  API     ${url}/docs
  Login   ${login}
  Token   ${shown}

  Try     curl -H "Authorization: Bearer ${bearer}" ${url}/api/v1/projects
  Log     ${path.dirname(logFile(settings, "all"))}
  Stop    Ctrl-C. Everything stays in ${settings.databaseUrl === null ? settings.dataDir : "the database"}.

`
}
