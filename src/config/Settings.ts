// What can be set, and what a process may be.
import { Data } from "effect"

/** A variable that cannot be used; the message names it and says what it takes. */
export class SettingError extends Data.TaggedError("SettingError")<{ readonly message: string }> {}

/** What a process may be. */
export const roles = ["all", "serve", "engine", "work", "analyse", "migrate"] as const
/** Role is a part of the service that a process runs. */
export type Role = (typeof roles)[number]

/** Settings are all settings of a process. */
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
  /** names and addresses that callers may use in addition to the public one and this machine's own */
  readonly trustedHosts: ReadonlyArray<string>
  /** origins of other pages that may use the API with a token */
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
  /** bytes of geometry that the features of a project may have, as JSON text */
  readonly maxGeometryBytes: number
  /** seconds after its instant at which a tick of a schedule is judged */
  readonly tickGraceSeconds: number
  /** websocket servers that sources connect to may be of this network */
  readonly websocketAllowPrivate: boolean
  readonly sessions: SessionSettings
  /** seconds that a code for an AI client may be redeemed in */
  readonly oauthCodeLifetimeSeconds: number
  /** requests a minute that one token, or one person by session, may make of what costs more than the rest */
  readonly costs: {
    readonly rule_tests: number
    readonly explanations: number
    readonly estimates: number
    /** pieces of files of tracks that a browser sends */
    readonly imports: number
    /** requests of one AI client */
    readonly mcp_calls: number
  }
  readonly analyses: AnalysisSettings
  readonly delivery: DeliverySettings
  readonly map: MapSettings
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
interface SessionSettings {
  /** how long a session lasts unused, and in all */
  readonly idleSeconds: number
  readonly maxSeconds: number
  /** addresses and networks (CIDR) whose `X-Forwarded-For` is believed */
  readonly trustedProxies: ReadonlyArray<string>
}

/** Where the map of the console comes from; all null: from the console itself, or from a file beside the data. */
export interface MapSettings {
  /** the address of a MapLibre style; null: none */
  readonly styleUrl: string | null
  /** the address of raster tiles, with `{z}`, `{x}` and `{y}` in it; null: none */
  readonly tileUrl: string | null
  /** whose map it is, as text; null: nothing is said */
  readonly attribution: string | null
  /** https origins that browsers may load the map from, those of the addresses above among them */
  readonly hosts: ReadonlyArray<string>
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

/** Environment is the variables that settings are read from. */
export type Environment = Readonly<Record<string, string | undefined>>
