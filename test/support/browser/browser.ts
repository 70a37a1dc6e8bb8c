// Chromium out of an npm package: the binary lies in it, compressed, and so do the libraries that a bare Debian
// lacks. Unpacked once into node_modules/.cache; nothing is installed on the machine, nothing is downloaded.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import { type Browser, chromium, type LaunchOptions } from "playwright-core"
import { writeFontsConfig } from "../fontsConfig.ts"

const bin = fileURLToPath(new URL("../../../node_modules/@sparticuz/chromium/bin", import.meta.url))
const unpacked = fileURLToPath(new URL("../../../node_modules/.cache/chromium-153", import.meta.url))

const inflate = async (name: string) => promisify(brotliDecompress)(await readFile(join(bin, name)))

/** Into a directory that is renamed when it is whole: test files may start at once. */
const unpack = async (): Promise<void> => {
  const half = `${unpacked}.${process.pid}`
  await mkdir(half, { recursive: true })
  await writeFile(join(half, "chromium"), await inflate("chromium.br"), { mode: 0o755 })
  for (const name of ["fonts", "swiftshader", "al2023"]) {
    const into = join(half, name === "swiftshader" ? "." : name) // its libraries lie beside the binary
    await mkdir(into, { recursive: true })
    execFileSync("tar", ["-x", "-C", into], { input: await inflate(`${name}.tar.br`) })
  }
  await rename(half, unpacked).catch(() => rm(half, { recursive: true }))
}

/**
 * Pages are put together without the emulated graphics card, and only maps go through it: a third of the
 * processor time for who opens many pages, and twice of it for who watches a map move.
 */
const FOR_PAGES = ["--disable-gpu-compositing"]

/** How Chromium is started here; unpacked before the first time. */
const howToLaunch = async (more: ReadonlyArray<string> = []): Promise<LaunchOptions> => {
  // names another binary, for machines that the package is not for
  const own = process.env["CHROMIUM"]
  if (own === undefined && !existsSync(unpacked)) await unpack()
  // at each start: a clone may have been moved since Chromium was unpacked
  const libraries =
    own === undefined
      ? { LD_LIBRARY_PATH: join(unpacked, "al2023/lib"), FONTCONFIG_FILE: await writeFontsConfig(unpacked) }
      : {}
  return {
    executablePath: own ?? join(unpacked, "chromium"),
    env: { PATH: process.env["PATH"] ?? "", ...libraries },
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage", // containers give 64 MB of it
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      ...more
    ]
  }
}

/** A browser that draws WebGL without a graphics card. */
export const openBrowser: Effect.Effect<Browser, never, Scope> = Effect.acquireRelease(
  Effect.promise(async () => chromium.launch(await howToLaunch())),
  (browser) => Effect.promise(() => browser.close())
)

/** A browser for other processes of this machine. */
export interface ServedBrowser {
  /** Returns where it is joined; fails with the browser's last words where it ended for the second time. */
  readonly address: Effect.Effect<string>
  /** Returns the process id. */
  readonly pid: Effect.Effect<number>
}

/** Characters of what a browser wrote before it ended that are told. */
const LAST_WORDS = 2000

const launchServed = async () => {
  const server = await chromium.launchServer(await howToLaunch(FOR_PAGES)),
    child = server.process()
  let words = "",
    ending: string | null = null
  child.stderr?.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-LAST_WORDS)
  })
  child.once("exit", (code, signal) => {
    ending = `the browser ended (${signal ?? `exit code ${code}`}); its last words:\n${words}`
  })
  return { server, ending: () => ending }
}

/** Serves a browser. One that ends is told of, and started once more when it is asked for. */
export const serveBrowser: Effect.Effect<ServedBrowser, never, Scope> = Effect.gen(function* () {
  let current = yield* Effect.promise(launchServed),
    isFirst = true
  yield* Effect.addFinalizer(() => Effect.promise(() => current.server.close()))
  const running = Effect.promise(async () => {
    const ending = current.ending()
    if (ending === null) return current.server
    process.stderr.write(`${ending}\n`)
    if (!isFirst) throw new Error(ending)
    isFirst = false
    current = await launchServed()
    return current.server
  })
  return {
    address: Effect.map(running, (server) => server.wsEndpoint()),
    pid: Effect.map(running, (server) => server.process().pid!)
  }
})

/** What tests use of a browser that other processes use too. */
export type JoinedBrowser = Pick<Browser, "newContext">

/** The browser at an address, and where that one ended the one there is then; it stays when the scope closes. */
export const joinBrowser = (address: () => Promise<string>): Effect.Effect<JoinedBrowser, never, Scope> =>
  Effect.gen(function* () {
    let browser: Browser | null = null
    yield* Effect.addFinalizer(() => Effect.promise(async () => browser?.close()))
    return {
      newContext: async (options) => {
        if (browser?.isConnected() !== true) browser = await chromium.connect(await address())
        return browser.newContext(options)
      }
    }
  })
