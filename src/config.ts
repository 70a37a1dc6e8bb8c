// Settings from the environment, read once at start. A wrong value stops the program with the variable's
// name.
import { Data, Effect, Schema } from "effect"
import { DEFAULT_MAX_FIXES } from "./domain/analysis/bounds.ts"
import { isModuleKey, moduleKeys } from "./domain/analysis/catalogue.ts"
import { Email, Password } from "./domain/access/User.ts"
import { MailAddress } from "./domain/automation/Action.ts"

/** A variable that cannot be used; the message names it and says what it takes. */
export class SettingError extends Data.TaggedError("SettingError")<{ readonly message: string }> {}

/** What a process may be. */
export const roles = ["all", "serve", "engine", "work", "analyse", "migrate"] as const
export type Role = (typeof roles)[number]

export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /**
   * the login of the role that analyses have, in place of the owner's: what `all` gives to the process that
   * it starts for them
   */
  readonly analysisDatabaseUrl: string | null
  /** null: derived from where it listens */
  readonly publicUrl: string | null
  /** names and addresses that callers may ask by besides the public one and this machine's own */
  readonly trustedHosts: ReadonlyArray<string>
  /** origins of pages, besides our own, that may use the API with a token */
  readonly corsOrigins: ReadonlyArray<string>
  readonly adminEmail: string | null
  readonly adminPassword: string | null
  readonly adminToken: string | null
  readonly demo: boolean
  readonly logLevel: "Debug" | "Info" | "Warn" | "Error"
  /** `on`: log lines go to stderr even if it is a terminal */
  readonly logStderr: "auto" | "on"
  /** seconds a device clock may be ahead of ours */
  readonly maxFutureSeconds: number
  /** unread log rows above which ingest answers 503 */
  readonly maxUnreadRows: number
  /** unread log rows of one project above which what feeds it is answered 503 */
  readonly maxUnreadRowsPerProject: number
  /** seconds after its instant at which a tick of a schedule is judged */
  readonly tickGraceSeconds: number
  readonly sessions: SessionSettings
  /** requests a minute that one token, or one person by session, may make of what costs more than the rest */
  readonly costs: { readonly rule_tests: number; readonly explanations: number; readonly estimates: number }
  readonly analyses: AnalysisSettings
  readonly delivery: DeliverySettings
  /** the collector that telemetry goes to (OTLP over HTTP); null: none */
  readonly collector: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null
}

/** What analyses may take. */
export interface AnalysisSettings {
  /** the modules of the deployment */
  readonly modules: ReadonlyArray<string>
  /** fixes of one run */
  readonly maxFixes: number
  /** runs at once in one worker */
  readonly concurrency: number
  /** wall clock of a run */
  readonly timeoutSeconds: number
  /** of one statement inside a run */
  readonly statementTimeoutSeconds: number
  /** of one run, its heap and its buffers */
  readonly memoryMb: number
}

/** How browsers are let in. */
export interface SessionSettings {
  /** how long a session lasts unused, and in all */
  readonly idleSeconds: number
  readonly maxSeconds: number
  /** addresses and networks (CIDR) whose `X-Forwarded-For` is believed */
  readonly trustedProxies: ReadonlyArray<string>
}

/** How automations reach the world. */
export interface DeliverySettings {
  /** null: no e-mail */
  readonly smtpUrl: string | null
  /** a bare address */
  readonly mailFrom: string | null
  /** who may get mail; null: everybody, which is for production */
  readonly mailAllowList: ReadonlyArray<string> | null
  /** null: no chats */
  readonly telegramBotToken: string | null
  readonly telegramApiUrl: string
  /** webhooks may go to this network */
  readonly webhookAllowPrivate: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

const isMailAddress = Schema.is(MailAddress)
const isPassword = Schema.is(Password)
const isEmail = Schema.is(Email)

/** A name or an address, IPv6 in brackets; a port is nothing to go by. */
const isHost = (text: string): boolean => /^(?:\[[\da-f:.]+\]|[^\s:[\]@/?#*]+)(?::\d{1,5})?$/i.test(text)

/** An origin as browsers write it: scheme, host in small letters, and a port that is not the scheme's own. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Whether a text is an IP address, or a network in the notation of CIDR. */
const isNetwork = (text: string): boolean => {
  const [, address = "", bits] = /^([\d.]+|[\da-f:.]*:[\da-f:.]*)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const six = address.includes(":")
  const known = six
    ? URL.canParse(`http://[${address}]`)
    : address !== "" && URL.parse(`http://${address}`)?.hostname === address
  return known && Number(bits ?? 0) <= (six ? 128 : 32)
}

/** Values that hold secrets are not repeated in messages. */
const readDelivery = (env: Environment): Effect.Effect<DeliverySettings, SettingError> => {
  const given = (name: string) => (env[name] === undefined || env[name] === "" ? null : env[name])
  const bad = (name: string, takes: string) =>
    new SettingError({ message: `${name} cannot be used: ${takes}` })
  return Effect.gen(function* () {
    const smtpUrl = given("SMTP_URL")
    if (smtpUrl !== null && !(URL.canParse(smtpUrl) && /^smtps?:\/\/./.test(smtpUrl)))
      return yield* bad(
        "SMTP_URL",
        "smtp://user:password@host:587, or smtps:// where the connection begins with TLS"
      )
    const mailFrom = given("MAIL_FROM")
    if (mailFrom !== null && !isMailAddress(mailFrom)) return yield* bad("MAIL_FROM", "a bare e-mail address")
    if ((smtpUrl === null) !== (mailFrom === null))
      return yield* bad(
        smtpUrl === null ? "MAIL_FROM" : "SMTP_URL",
        "e-mail needs both SMTP_URL and MAIL_FROM"
      )
    const environment = given("PUGMARK_ENV") ?? "development"
    if (environment !== "production" && environment !== "development")
      return yield* bad("PUGMARK_ENV", "production or development")
    const allowed = (given("MAIL_ALLOW_LIST") ?? "")
      .split(",")
      .map((a) => a.trim())
      .filter((a) => a !== "")
    const wrong = allowed.find((a) => !isMailAddress(a))
    if (wrong !== undefined)
      return yield* bad(
        "MAIL_ALLOW_LIST",
        `e-mail addresses separated by commas, and ${JSON.stringify(wrong)} is none`
      )
    const telegramBotToken = given("TELEGRAM_BOT_TOKEN")
    if (telegramBotToken !== null && !/^\d+:[\w-]{20,}$/.test(telegramBotToken))
      return yield* bad("TELEGRAM_BOT_TOKEN", "the token that @BotFather gave, digits:letters")
    const telegramApiUrl = given("TELEGRAM_API_URL") ?? "https://api.telegram.org"
    if (!URL.canParse(telegramApiUrl) || !/^https?:/.test(telegramApiUrl))
      return yield* bad("TELEGRAM_API_URL", "an http or https address")
    const allowPrivate = (given("WEBHOOK_ALLOW_PRIVATE") ?? "false").toLowerCase()
    if (allowPrivate !== "true" && allowPrivate !== "false")
      return yield* bad("WEBHOOK_ALLOW_PRIVATE", "true or false")
    return {
      smtpUrl,
      mailFrom,
      telegramBotToken,
      mailAllowList: environment === "production" ? null : allowed,
      telegramApiUrl: telegramApiUrl.replace(/\/+$/, ""),
      webhookAllowPrivate: allowPrivate === "true"
    }
  })
}

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
      logLevel: levels[level as keyof typeof levels],
      logStderr,
      maxFutureSeconds: yield* whole("MAX_FUTURE_SECONDS", 300, 0, 86_400),
      maxUnreadRows: yield* whole("MAX_UNREAD_ROWS", 200_000, 1, 1_000_000_000),
      maxUnreadRowsPerProject: yield* whole("MAX_UNREAD_ROWS_PER_PROJECT", 100_000, 1, 1_000_000_000),
      tickGraceSeconds: yield* whole("TICK_GRACE_SECONDS", 20, 0, 3600),
      sessions: {
        idleSeconds: 3600 * (yield* whole("SESSION_IDLE_HOURS", 12, 1, 8760)),
        maxSeconds: 3600 * (yield* whole("SESSION_MAX_HOURS", 168, 1, 8760)),
        trustedProxies
      },
      costs: {
        rule_tests: yield* whole("RULE_TESTS_PER_MINUTE", 60, 1, 1_000_000),
        explanations: yield* whole("EXPLANATIONS_PER_MINUTE", 120, 1, 1_000_000),
        estimates: yield* whole("ESTIMATES_PER_MINUTE", 60, 1, 1_000_000)
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
