// A map's style at the start: one that names other hosts is refused, one that cannot be read is not.
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as http from "node:http"
import { checkMapStyle } from "../../src/roles/checkMapStyle.ts"

/** A server of styles, by their path; its address. */
const serving = (styles: Readonly<Record<string, unknown>>) =>
  Effect.acquireRelease(
    Effect.callback<http.Server>((resume) => {
      const server = http.createServer(({ url }, response) => {
        const style = styles[url ?? ""]
        response.writeHead(style === undefined ? 404 : 200).end(JSON.stringify(style ?? null))
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ).pipe(
    Effect.map((server) => {
      const address = server.address()
      return `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`
    })
  )

const settings = (styleUrl: string, hosts: ReadonlyArray<string>) => ({
  styleUrl,
  tileUrl: null,
  attribution: null,
  hosts
})

it.effect("a style that names hosts that are not among the map's is refused with their names", () =>
  Effect.gen(function* () {
    const glyphs = "https://fonts.example.org/{range}"
    const origin = yield* serving({
      "/good": { sources: { a: { tiles: ["/{z}/{x}/{y}"] } }, glyphs },
      "/other": { sources: { a: { tiles: ["https://other.example.org/{z}"] } }, glyphs }
    })
    const hosts = [origin, "https://fonts.example.org"]
    yield* checkMapStyle(settings(`${origin}/good`, hosts))
    const { message } = yield* Effect.flip(checkMapStyle(settings(`${origin}/other`, hosts)))
    assert.include(message, "the style names https://other.example.org, which is not among MAP_HOSTS")
    assert.notInclude(message, "fonts.example.org")
  }).pipe(Effect.scoped)
)

it.effect("one that cannot be read stops nobody, and neither does none", () =>
  Effect.gen(function* () {
    const origin = yield* serving({})
    yield* checkMapStyle(settings(`${origin}/missing`, [origin]))
    yield* checkMapStyle(settings("http://127.0.0.1:1/style.json", []))
    yield* checkMapStyle({ ...settings("", []), styleUrl: null })
  }).pipe(Effect.scoped)
)
