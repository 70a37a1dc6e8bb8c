// Settings from the environment, read once at start. A wrong value stops the program with the variable's name.
import { Effect, Schema } from "effect"
import { DEFAULT_MAX_FIXES } from "../domain/analysis/bounds.ts"
import { isModuleKey, moduleKeys } from "../domain/analysis/catalogue.ts"
import {
  DEFAULT_MAX_GEOMETRY_BYTES,
  MAX_CONFIGURABLE_GEOMETRY_BYTES
} from "../domain/tracking/geometryLimit.ts"
import { Email, Password } from "../domain/access/User.ts"
import { type Environment, SettingError, type Settings } from "./Settings.ts"
import { isHost, isNetwork, isOrigin } from "./formats.ts"
import { readDelivery } from "./readDelivery.ts"
import { readMap } from "./readMap.ts"

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

const isPassword = Schema.is(Password)
const isEmail = Schema.is(Email)

/**
 * Reads the settings of an environment; empty variables count as not set, but for ANALYSIS_MODULES, where
 * empty means none.
 */
export const readSettings = (env: Environment): Effect.Effect<Settings, SettingError> => {
  const given = (name: string) => (env[name] === undefined || env[name] === "" ? null : env[name])
  const wrong = (name: string, takes: string) =>
    new SettingError({ message: `${name}=${env[name] ?? ""} cannot be used: ${takes}` })
  const whole = (name: string, otherwise: number, min: number, max: number) => {
    const text = given(name)
    if (text === null) return Effect.succeed(otherwise)
    const value = Number(text)
    return Number.isInteger(value) && value >= min && value <= max
      ? Effect.succeed(value)
      : Effect.fail(wrong(name, `a whole number from ${min} to ${max}`))
  }
  return Effect.gen(function* () {
    const port = yield* whole("PORT", 8080, 0, 65_535)
    const host = given("HOST") ?? "127.0.0.1"
    const adminToken = given("ADMIN_TOKEN")
    if (adminToken !== null && adminToken.length < 32)
      return yield* new SettingError({ message: "ADMIN_TOKEN is too short: at least 32 characters" })
    const adminEmail = given("ADMIN_EMAIL")?.trim().toLowerCase() ?? null
    if (adminEmail !== null && !isEmail(adminEmail)) return yield* wrong("ADMIN_EMAIL", "an e-mail address")
    const adminPassword = given("ADMIN_PASSWORD")
    if (adminPassword !== null && !isPassword(adminPassword))
      return yield* new SettingError({ message: "ADMIN_PASSWORD takes 8 characters to 1024 bytes" })
    const trustedProxies = (given("TRUSTED_PROXIES") ?? "")
      .split(",")
      .map((a) => a.trim())
      .filter((a) => a !== "")
    if (!trustedProxies.every(isNetwork))
      return yield* wrong("TRUSTED_PROXIES", "addresses and networks such as 10.0.0.0/8, separated by commas")
    const publicUrl = given("PUBLIC_URL")
    if (publicUrl !== null && (!URL.canParse(publicUrl) || !/^https?:/.test(publicUrl)))
      return yield* wrong("PUBLIC_URL", "an http or https address")
    const trustedHosts = (given("TRUSTED_HOSTS") ?? "")
      .split(",")
      .map((a) => a.trim())
      .filter((a) => a !== "")
    if (!trustedHosts.every(isHost))
      return yield* wrong(
        "TRUSTED_HOSTS",
        "names and addresses of hosts such as farm.example.org, without scheme and path, separated by commas"
      )
    const corsOrigins = (given("CORS_ORIGINS") ?? "")
      .split(",")
      .map((a) => a.trim())
      .filter((a) => a !== "")
    if (!corsOrigins.every(isOrigin)) {
      return yield* wrong(
        "CORS_ORIGINS",
        "origins of pages exactly as browsers send them, such as https://map.example.org or " +
          "http://localhost:5173 (no path, no wildcard), separated by commas"
      )
    }
    const collector = given("OTEL_EXPORTER_OTLP_ENDPOINT")
    if (collector !== null && (!URL.canParse(collector) || !/^https?:/.test(collector)))
      return yield* wrong(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "the http or https address of a collector, as http://localhost:4318"
      )
    const headers = (given("OTEL_EXPORTER_OTLP_HEADERS") ?? "")
      .split(",")
      .map((header) => header.trim())
      .filter((header) => header !== "")
    if (!headers.every((header) => /^[\w-]+=\S/.test(header)))
      return yield* new SettingError({
        message: "OTEL_EXPORTER_OTLP_HEADERS cannot be used: name=value, separated by commas"
      })
    const level = (given("LOG_LEVEL") ?? "info").toLowerCase()
    if (!(level in levels)) return yield* wrong("LOG_LEVEL", "debug, info, warn or error")
    const logStderr = (given("LOG_STDERR") ?? "auto").toLowerCase()
    if (logStderr !== "auto" && logStderr !== "on") return yield* wrong("LOG_STDERR", "auto or on")
    const demo = (given("DEMO") ?? "on").toLowerCase()
    if (demo !== "on" && demo !== "off") return yield* wrong("DEMO", "on or off")
    const allowPrivate = (given("WEBSOCKET_ALLOW_PRIVATE") ?? "false").toLowerCase()
    if (allowPrivate !== "true" && allowPrivate !== "false")
      return yield* wrong("WEBSOCKET_ALLOW_PRIVATE", "true or false")
    const modules = (env.ANALYSIS_MODULES ?? moduleKeys.join(","))
      .split(",")
      .map((m) => m.trim())
      .filter((m) => m !== "")
    if (!modules.every(isModuleKey))
      return yield* wrong("ANALYSIS_MODULES", `a list of ${moduleKeys.join(" and ")}, or nothing for none`)
    return {
      port,
      host,
      adminToken,
      adminEmail,
      adminPassword,
      publicUrl: publicUrl === null ? null : publicUrl.replace(/\/+$/, ""),
      trustedHosts,
      corsOrigins,
      dataDir: given("DATA_DIR") ?? "./data",
      databaseUrl: given("DATABASE_URL"),
      analysisDatabaseUrl: given("ANALYSIS_DATABASE_URL"),
      demo: demo === "on",
      websocketAllowPrivate: allowPrivate === "true",
      logLevel: levels[level as keyof typeof levels],
      logStderr,
      maxFutureSeconds: yield* whole("MAX_FUTURE_SECONDS", 300, 0, 86_400),
      maxUnreadRows: yield* whole("MAX_UNREAD_ROWS", 200_000, 1, 1_000_000_000),
      maxUnreadRowsPerProject: yield* whole("MAX_UNREAD_ROWS_PER_PROJECT", 100_000, 1, 1_000_000_000),
      maxGeometryBytes: yield* whole(
        "MAX_GEOMETRY_BYTES",
        DEFAULT_MAX_GEOMETRY_BYTES,
        1024,
        MAX_CONFIGURABLE_GEOMETRY_BYTES
      ),
      tickGraceSeconds: yield* whole("TICK_GRACE_SECONDS", 20, 0, 3600),
      sessions: {
        idleSeconds: 3600 * (yield* whole("SESSION_IDLE_HOURS", 12, 1, 8760)),
        maxSeconds: 3600 * (yield* whole("SESSION_MAX_HOURS", 168, 1, 8760)),
        trustedProxies
      },
      oauthCodeLifetimeSeconds: yield* whole("OAUTH_CODE_LIFETIME_SECONDS", 60, 1, 600),
      costs: {
        rule_tests: yield* whole("RULE_TESTS_PER_MINUTE", 60, 1, 1_000_000),
        explanations: yield* whole("EXPLANATIONS_PER_MINUTE", 120, 1, 1_000_000),
        estimates: yield* whole("ESTIMATES_PER_MINUTE", 60, 1, 1_000_000),
        imports: yield* whole("IMPORT_REQUESTS_PER_MINUTE", 1200, 1, 1_000_000),
        mcp_calls: yield* whole("MCP_CALLS_PER_MINUTE", 240, 1, 1_000_000)
      },
      analyses: {
        modules,
        maxFixes: yield* whole("ANALYSIS_MAX_FIXES", DEFAULT_MAX_FIXES, 1, 100_000_000),
        concurrency: yield* whole("ANALYSIS_CONCURRENCY", 1, 1, 64),
        timeoutSeconds: yield* whole("ANALYSIS_TIMEOUT_SECONDS", 900, 1, 86_400),
        statementTimeoutSeconds: yield* whole("ANALYSIS_STATEMENT_TIMEOUT_SECONDS", 300, 1, 86_400),
        memoryMb: yield* whole("ANALYSIS_MEMORY_MB", 1536, 128, 1_000_000)
      },
      delivery: yield* readDelivery(env),
      map: yield* readMap(env),
      collector:
        collector === null
          ? null
          : {
              url: collector,
              headers: Object.fromEntries(
                headers.map((header) => [
                  header.slice(0, header.indexOf("=")),
                  header.slice(header.indexOf("=") + 1)
                ])
              )
            }
    }
  })
}
