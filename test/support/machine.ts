// Places on this machine that nobody else has: a directory, and a port.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A directory that every account can enter, removed at the end. */
export const temporaryDirectory: Effect.Effect<string, never, Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const directory = mkdtempSync(join(tmpdir(), "pugmark-test-"))
    chmodSync(directory, 0o755)
    return directory
  }),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
)

/**
 * A port that nobody listens on. It is below those that systems hand out by themselves, so that a program
 * that is seconds in starting finds it free still.
 */
export const freePort: Effect.Effect<number> = Effect.promise(async () => {
  for (;;) {
    const port = randomInt(20_000, 32_000),
      server = createServer().listen(port, "127.0.0.1")
    try {
      await once(server, "listening")
    } catch {
      continue // somebody does
    }
    server.close()
    await once(server, "close")
    return port
  }
})
