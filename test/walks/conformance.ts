// The official conformance suite, run against a server that is up.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { temporaryDirectory } from "../support/machine.ts"

const SUITE = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url)
)

export interface Check {
  readonly scenario: string
  readonly id: string
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO"
  readonly errorMessage?: string
}

/** Of a folder that the suite writes for a scenario: what it is called by, and when it ran. */
const folder = /^(?:server|authorization-server)-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/

const checksIn = (directory: string): ReadonlyArray<Check> =>
  readdirSync(directory).flatMap((name) => {
    const scenario = folder.exec(name)?.[1]
    if (scenario === undefined) throw new Error(`the suite wrote something else: ${name}`)
    const checks = JSON.parse(readFileSync(join(directory, name, "checks.json"), "utf8")) as ReadonlyArray<
      Omit<Check, "scenario">
    >
    return checks.map((check) => ({ ...check, scenario }))
  })

/** Runs the suite with these arguments; `hear` is told what it writes, as it writes it. */
export const conform = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  hear: (text: string) => void = () => {}
) {
  const directory = yield* temporaryDirectory
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [SUITE, ...args, "-o", directory], { stdio: ["ignore", "pipe", "inherit"] })
    ),
    (one) => Effect.sync(() => one.kill("SIGKILL"))
  )
  child.stdout.setEncoding("utf8").on("data", hear)
  // what it makes of failures is in what it wrote
  yield* Effect.promise(() => once(child, "close"))
  return checksIn(directory)
})

/** The suite can bring no token to a server: here it is put in. The address that stands for `origin`. */
export const carryToken = (origin: string, token: string): Effect.Effect<string, never, Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((asked, answer) => {
        const onward = request(
          new URL(asked.url ?? "/", origin),
          { method: asked.method, headers: { ...asked.headers, authorization: `Bearer ${token}` } },
          (found) => {
            answer.writeHead(found.statusCode ?? 502, found.headers)
            found.pipe(answer)
          }
        )
        onward.on("error", () => answer.destroy())
        answer.on("close", () => onward.destroy())
        asked.pipe(onward)
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      return server
    }),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`))
