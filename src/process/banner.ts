// The lines that greet whoever started the service: where it is, and what opens it.
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import type { Role, Settings } from "./config/Settings.ts"
import { firstPasswordFile } from "./firstPassword.ts"
import { makeDirectory } from "./makeDirectory.ts"

/** Where a generated token is kept for the commands of this machine. */
const tokenFile = (settings: Settings) => path.join(settings.dataDir, "admin-token")

/** Where a role writes its log. */
export const logFile = (settings: Settings, role: Role) => path.join(settings.dataDir, "log", `${role}.jsonl`)

/** The start-up token: the setting's, or one made once and kept where only its owner reads it. */
export const tokenOf = (settings: Settings): string => {
  if (settings.adminToken !== null) return settings.adminToken
  const file = tokenFile(settings)
  const kept = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : ""
  if (kept !== "") return kept
  const token = `pug_${randomBytes(32).toString("base64url")}`
  makeDirectory(settings.dataDir)
  fs.writeFileSync(file, token + "\n", { mode: 0o600 })
  return token
}

/** How a command is called from the folder of the start: the clone's own, never one of that name elsewhere. */
const command = (): string => {
  const own = fileURLToPath(new URL("../pugmark", import.meta.url))
  return path.dirname(own) === process.cwd() ? "./pugmark" : own
}

/** Writes the lines of a start. `admin.password` is null once it was used for a login or set by a person. */
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
