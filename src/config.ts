// Settings from the environment, read once at start. A wrong value stops the program with the variable's name.
import { Data, Effect } from "effect"

/** A variable that cannot be used; the message names it and says what it takes. */
export class SettingError extends Data.TaggedError("SettingError")<{ readonly message: string }> {}

/** What a process may be. */
export const roles = ["all", "serve", "engine", "work", "migrate"] as const
export type Role = typeof roles[number]

export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** null: derived from where it listens */
  readonly publicUrl: string | null
  readonly adminEmail: string | null
  readonly adminPassword: string | null
  readonly adminToken: string | null
  readonly demo: boolean
  readonly logLevel: "Debug" | "Info" | "Warn" | "Error"
  /** seconds a device clock may be ahead of ours */
  readonly maxFutureSeconds: number
  /** unread log rows above which ingest answers 503 */
  readonly maxUnreadRows: number
  readonly analysisModules: ReadonlyArray<string>
}

type Environment = Readonly<Record<string, string | undefined>>

/** The analysis modules there are. */
const modules: ReadonlyArray<string> = ["movement", "grazing"]
const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

/** Reads the settings of an environment; empty variables count as not set, but for ANALYSIS_MODULES, where empty means none. */
export const readSettings = (env: Environment): Effect.Effect<Settings, SettingError> => {
  const given = (name: string) => env[name] === undefined || env[name] === "" ? null : env[name]
  const wrong = (name: string, takes: string) => new SettingError({ message: `${name}=${env[name] ?? ""} cannot be used: ${takes}` })
  const whole = (name: string, otherwise: number, min: number, max: number) => {
    const text = given(name)
    if (text === null) return Effect.succeed(otherwise)
    const value = Number(text)
    return Number.isInteger(value) && value >= min && value <= max ? Effect.succeed(value) : Effect.fail(wrong(name, `a whole number from ${min} to ${max}`))
  }
  return Effect.gen(function*() {
    const port = yield* whole("PORT", 8080, 0, 65_535)
    const host = given("HOST") ?? "127.0.0.1"
    const adminToken = given("ADMIN_TOKEN")
    if (adminToken !== null && adminToken.length < 32) return yield* new SettingError({ message: "ADMIN_TOKEN is too short: at least 32 characters" })
    const adminEmail = given("ADMIN_EMAIL")?.trim().toLowerCase() ?? null
    if (adminEmail !== null && !/^[^\s@]+@[^\s@]+$/.test(adminEmail)) return yield* wrong("ADMIN_EMAIL", "an e-mail address")
    const adminPassword = given("ADMIN_PASSWORD")
    if (adminPassword !== null && (adminPassword.length < 10 || adminPassword.length > 1024)) return yield* new SettingError({ message: "ADMIN_PASSWORD takes 10 to 1024 characters" })
    const publicUrl = given("PUBLIC_URL")
    if (publicUrl !== null && (!URL.canParse(publicUrl) || !/^https?:/.test(publicUrl))) return yield* wrong("PUBLIC_URL", "an http or https address")
    const level = (given("LOG_LEVEL") ?? "info").toLowerCase()
    if (!(level in levels)) return yield* wrong("LOG_LEVEL", "debug, info, warn or error")
    const demo = (given("DEMO") ?? "on").toLowerCase()
    if (demo !== "on" && demo !== "off") return yield* wrong("DEMO", "on or off")
    const analysisModules = (env.ANALYSIS_MODULES ?? modules.join(",")).split(",").map((m) => m.trim()).filter((m) => m !== "")
    const unknown = analysisModules.find((m) => !modules.includes(m))
    if (unknown !== undefined) return yield* wrong("ANALYSIS_MODULES", `a list of ${modules.join(" and ")}, or nothing for none`)
    return {
      port, host, adminToken, adminEmail, adminPassword,
      publicUrl: publicUrl === null ? null : publicUrl.replace(/\/+$/, ""),
      dataDir: given("DATA_DIR") ?? "./data",
      databaseUrl: given("DATABASE_URL"),
      demo: demo === "on",
      logLevel: levels[level as keyof typeof levels],
      maxFutureSeconds: yield* whole("MAX_FUTURE_SECONDS", 300, 0, 86_400),
      maxUnreadRows: yield* whole("MAX_UNREAD_ROWS", 200_000, 1, 1_000_000_000),
      analysisModules
    }
  })
}
