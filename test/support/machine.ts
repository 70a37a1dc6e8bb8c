// Places on this machine that nobody else has: a directory, and a port.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A directory that every account can enter, removed at the end. */
export const temporaryDirectory: Effect.Effect<string, never, Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const directory = mkdtempSync(join(tmpdir(), "pugmark-journey-"))
    chmodSync(directory, 0o755)
    return directory
  }),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
)

/** A port nobody listened on a moment ago. */
export const freePort: Effect.Effect<number> = Effect.promise(async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo // it listens on TCP
  server.close()
  await once(server, "close")
  return port
})
