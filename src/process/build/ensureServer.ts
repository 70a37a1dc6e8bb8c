// Finds the bundle of the server in a clone, and builds it if a source has changed since: an old bundle never runs.
import { currentManifest } from "./manifest.ts"

/** `ensureServer` returns the URL of the bundle's entry; builds it first if needed, which takes some seconds. */
export const ensureServer = async (): Promise<URL> => {
  if (currentManifest() === null) {
    process.stderr.write("Building the server, because its sources have changed.\n")
    const { buildServer } = await import("./buildServer.ts")
    await buildServer().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      process.stderr.write(
        `The server could not be built: ${reason}\n` +
          "Run `npm run build` in the clone's folder, as the account that owns its files.\n"
      )
      process.exit(1)
    })
  }
  return new URL("../../../dist/server/main.js", import.meta.url)
}
