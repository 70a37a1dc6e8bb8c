// The settings of the embedded server: one machine shared with the program itself, durability before speed.
import { SOCKET_DIRECTORY } from "./localSocket.ts"
import { LOG_LINE_PREFIX } from "./serverRecords.ts"

/** Settings are PostgreSQL settings by name. */
export type Settings = Readonly<Record<string, string>>

/** FIXED_SETTINGS cannot be changed: reachable from this machine only, with a password, logging to our file. */
const FIXED_SETTINGS: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: SOCKET_DIRECTORY,
  password_encryption: "scram-sha-256",
  logging_collector: "off",
  log_destination: "stderr",
  log_line_prefix: LOG_LINE_PREFIX,
  log_timezone: "UTC",
  timezone: "UTC"
}

const DEFAULT_SETTINGS: Settings = {
  shared_buffers: "256MB",
  max_connections: "100",
  synchronous_commit: "on", // an acknowledged position survives a crash
  wal_compression: "on",
  max_wal_size: "4GB",
  checkpoint_completion_target: "0.9",
  random_page_cost: "1.1",
  jit: "off"
}

/** Returns the arguments of `postgres`; `flags` override the defaults. */
export const toArguments = (cluster: string, port: number, flags: Settings): ReadonlyArray<string> => [
  "-D",
  cluster,
  "-p",
  String(port),
  ...Object.entries({ ...DEFAULT_SETTINGS, ...flags, ...FIXED_SETTINGS }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`
  ])
]
