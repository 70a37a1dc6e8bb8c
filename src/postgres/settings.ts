// How the embedded server is set up: one machine shared with the program itself, durable before fast.
import { SOCKET_DIRECTORY } from "./localSocket.ts"
import { LOG_LINE_PREFIX } from "./serverRecords.ts"

/** PostgreSQL settings by name. */
export type Settings = Readonly<Record<string, string>>

/** What no caller changes: reachable from this machine only, with a password, logging to our file. */
const FIXED: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: SOCKET_DIRECTORY,
  password_encryption: "scram-sha-256",
  logging_collector: "off",
  log_destination: "stderr",
  log_line_prefix: LOG_LINE_PREFIX,
  log_timezone: "UTC",
  timezone: "UTC"
}

const DEFAULTS: Settings = {
  shared_buffers: "256MB",
  max_connections: "100",
  synchronous_commit: "on", // an acknowledged position survives a crash
  wal_compression: "on",
  max_wal_size: "4GB",
  checkpoint_completion_target: "0.9",
  random_page_cost: "1.1",
  jit: "off"
}

/** Arguments of `postgres`; `flags` win over the defaults. */
export const toArguments = (cluster: string, port: number, flags: Settings): ReadonlyArray<string> => [
  "-D",
  cluster,
  "-p",
  String(port),
  ...Object.entries({ ...DEFAULTS, ...flags, ...FIXED }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`
  ])
]
