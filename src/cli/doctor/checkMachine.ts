// The machine: Node, the data directory and its disk, the port.
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { open, rm, statfs } from "node:fs/promises"
import { createServer } from "node:net"
import { join, resolve } from "node:path"
import { makeDirectory } from "../../process/makeDirectory.ts"
import { codeOf, fault, type Finding, warning, well } from "./Finding.ts"

const MIN_NODE_VERSION = [22, 19] as const
const MIB_BYTES = 1024 * 1024

/** Checks the version of Node. */
export const checkNode = (version = process.versions.node): Finding => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])
    ? well("Node", version)
    : fault(
        "Node",
        `${version} is too old.`,
        `Pugmark needs ${MIN_NODE_VERSION.join(".")} or newer. npm install brings one: start with npm ` +
          `start or ./pugmark, not with another node.`
      )
}

/** Writes as the program will: an empty directory entry can be made where not a byte has room. */
const tryWriting = async (directory: string): Promise<void> => {
  makeDirectory(directory)
  const file = join(directory, `.doctor-${randomBytes(4).toString("hex")}`)
  try {
    const handle = await open(file, "wx")
    try {
      // to the last byte: a write alone stops where the room ends, and says nothing
      await handle.writeFile(Buffer.alloc(MIB_BYTES))
      await handle.sync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(file, { force: true })
  }
}

const fixes: Readonly<Record<string, string>> = {
  ENOSPC: "Free disk there, or set DATA_DIR to a directory on another one.",
  EDQUOT: "This account's quota is used up: free disk, or set DATA_DIR to a directory elsewhere.",
  EACCES:
    "Give this account the right to write there (chown), or set DATA_DIR to a directory it may write to.",
  EPERM:
    "Give this account the right to write there (chown), or set DATA_DIR to a directory it may write to.",
  EROFS: "The disk is read-only: mount it for writing, or set DATA_DIR to a directory elsewhere.",
  ENOENT:
    "No directory can be made there (it is no disk, such as /proc, or a link that leads nowhere): set " +
    "DATA_DIR to a directory on a disk.",
  ENOTDIR: "A part of the path is a file: set DATA_DIR to a directory.",
  EEXIST: "There is a file of this name: set DATA_DIR to a directory."
}

/**
 * Whether the data directory can be written to, and has room; it is made where it is missing, as a start
 * would.
 */
export const checkDataDir = (dataDir: string): Effect.Effect<Finding> =>
  Effect.tryPromise({
    try: async () => {
      const directory = resolve(dataDir)
      await tryWriting(directory)
      const { bavail, bsize } = await statfs(directory),
        free = bavail * bsize,
        told = `${directory}, ${Math.round(free / MIB_BYTES)} MiB free`
      if (free < 256 * MIB_BYTES)
        return fault(
          "Data directory",
          told,
          "Free disk, or set DATA_DIR to a directory on another one: when it is full, nothing can be stored."
        )
      return free < 2048 * MIB_BYTES
        ? warning(
            "Data directory",
            told,
            "Free or add disk before it is full: the database, its log of changes and the logs lie there."
          )
        : well("Data directory", told)
    },
    catch: (error) => error
  }).pipe(
    Effect.catch((error) => {
      const code = codeOf(error)
      return Effect.succeed(
        fault(
          "Data directory",
          `${resolve(dataDir)} cannot be written to: ${code === "" ? String(error) : code}`,
          fixes[code] ?? "Set DATA_DIR to a directory this account may write to."
        )
      )
    })
  )

const tryListening = (host: string, port: number): Effect.Effect<void, unknown> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(port, host, () => server.close(() => resume(Effect.void)))
  })

/** Whether it is a Pugmark that answers there. */
const isOurs = (address: string): Effect.Effect<boolean> =>
  Effect.tryPromise(async (signal) => {
    const answer = await fetch(`${address}/`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(3000)])
    })
    return ((await answer.json()) as { readonly name?: unknown }).name === "Pugmark"
  }).pipe(Effect.orElseSucceed(() => false))

/** The port, and whether a Pugmark runs on it now. */
export const checkPort = Effect.fnUntraced(function* (host: string, port: number) {
  const listening = yield* Effect.result(tryListening(host, port))
  if (listening._tag === "Success")
    return { finding: well("Port", `${host}:${port} is free: no Pugmark runs here.`), runs: false }
  const code = codeOf(listening.failure)
  switch (code) {
    case "EADDRINUSE":
      return (yield* isOurs(
        `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}`
      ))
        ? { finding: well("Port", `Pugmark answers on ${host}:${port}.`), runs: true }
        : {
            finding: fault(
              "Port",
              `Another program listens on port ${port}.`,
              `Stop it (ss -ltnp shows which it is), or set PORT to another.`
            ),
            runs: false
          }
    case "EACCES":
      return {
        finding: fault(
          "Port",
          `This account may not listen on port ${port}.`,
          "Set PORT to one above 1023, and let a reverse proxy have the one below."
        ),
        runs: false
      }
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return {
        finding: fault(
          "Port",
          `HOST=${host} is not an address of this machine.`,
          "Set HOST to an address of this machine, 127.0.0.1, or 0.0.0.0 for all of them."
        ),
        runs: false
      }
    default:
      return {
        finding: fault(
          "Port",
          `${host}:${port} cannot be listened on: ${code}`,
          "Set HOST and PORT to others."
        ),
        runs: false
      }
  }
})
