// The package that `npm pack` makes, in an empty folder: the command, the console, and `pugmark/testing`.
import { assert, beforeAll, describe, it } from "vitest"
import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildConsole } from "../../support/browser/buildConsole.ts"
import { freePort } from "../../support/machine.ts"
import { STORY } from "../../support/stories.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const packages = join(root, "node_modules")
const folder = mkdtempSync(join(tmpdir(), "package-"))
const installed = join(folder, "node_modules/pugmark")

const run = (args: ReadonlyArray<string>, cwd = folder): string =>
  execFileSync(process.execPath, args, { cwd, encoding: "utf8", env: { PATH: process.env["PATH"] } })

interface PackageJson {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Links the packages that npm would install with ours: its dependencies and theirs, none for development. */
const linkDependencies = (of: string, linked: Set<string>): void => {
  const json = JSON.parse(readFileSync(join(of, "package.json"), "utf8")) as PackageJson
  for (const name of Object.keys({
    ...json.dependencies,
    ...json.optionalDependencies,
    ...json.peerDependencies
  })) {
    const place = join(packages, name)
    if (linked.has(name) || !existsSync(place)) continue
    linked.add(name)
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true })
    symlinkSync(place, join(folder, "node_modules", name))
    linkDependencies(place, linked)
  }
}

describe("a package", STORY, () => {
  beforeAll(async () => {
    await Effect.runPromise(buildConsole)
    run([join(root, "src/process/build/buildTypes.ts")])
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
      cwd: root,
      stdio: "ignore"
    })
    execFileSync("tar", ["xzf", globSync("pugmark-*.tgz", { cwd: folder })[0]!], { cwd: folder })
    mkdirSync(dirname(installed))
    cpSync(join(folder, "package"), installed, { recursive: true })
    linkDependencies(installed, new Set())
  })

  it("holds what a server needs, and neither sources nor tests", () => {
    const folders = new Set(
      globSync("**/*", { cwd: installed }).map((path) => path.split("/").slice(0, 2).join("/"))
    )
    assert.isTrue(
      ["dist/console", "dist/server", "dist/types", "src/guide"].every((path) => folders.has(path))
    )
    assert.deepStrictEqual(
      globSync("**/*.{ts,tsx}", { cwd: installed, exclude: (path) => path.endsWith(".d.ts") }),
      []
    )
    assert.isEmpty([...folders].filter((path) => /^(test|sandbox|data)\b/.test(path)))
  })

  it("runs the command, the service and the console", async () => {
    const command = join(installed, "dist/server/pugmark.js")
    assert.include(run([command, "help"]), "Pugmark")
    const port = await Effect.runPromise(freePort)
    const service = spawn(process.execPath, [command, "all"], {
      cwd: folder,
      env: { PATH: process.env["PATH"], PORT: String(port), DATA_DIR: join(folder, "data"), DEMO: "off" },
      stdio: ["ignore", "pipe", "pipe"]
    })
    try {
      let printed = ""
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          printed += String(chunk)
          if (printed.includes("Pugmark is running.")) resolve()
        }
        service.stdout.on("data", read)
        service.stderr.on("data", read)
        service.once("exit", () => reject(new Error(printed)))
      })
      for (const [path, text] of [
        ["/", '<div id="root"'],
        ["/guide", "Pugmark"],
        ["/docs", "<html"]
      ] as const) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: "text/html" } })
        assert.strictEqual(answer.status, 200, path)
        assert.include((await answer.text()).toLowerCase(), text.toLowerCase(), path)
      }
    } finally {
      const ended = new Promise((resolve) => service.once("exit", resolve))
      service.kill("SIGTERM")
      await ended
    }
  })

  it("gives `pugmark/testing` as JavaScript and as types of strict `nodenext`", () => {
    const example = (typed: boolean) => `
      import { scene${typed ? ", type SceneEvent" : ""} } from "pugmark/testing"
      const story = scene({
        rule: {
          trigger: { kind: "position" },
          conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
          event: { event_type: "SPEEDING", title: "{device.name}" }
        }
      })
      story.send({ device: "Truck 7", time: "2026-05-01T12:00:00Z", lon: 5, lat: 51, speed_mps: 15 })
      const events${typed ? ": ReadonlyArray<SceneEvent>" : ""} = story.events
      console.log(events.map((event) => event.event_type + " " + event.time).join())
    `
    writeFileSync(join(folder, "example.mjs"), example(false))
    assert.strictEqual(run(["example.mjs"]).trim(), "SPEEDING 2026-05-01T12:00:00.000Z")

    writeFileSync(join(folder, "example.mts"), example(true))
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          module: "nodenext",
          target: "es2024",
          lib: ["es2024", "DOM"],
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          noEmit: true,
          types: []
        },
        files: ["example.mts"]
      })
    )
    run([join(packages, "typescript/bin/tsc"), "-p", folder])
  })
})
