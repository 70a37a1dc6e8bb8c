// The manifest of the server's bundle: an old bundle never runs.
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import {
  type BuildManifest,
  bundled,
  describeSource,
  isCurrent,
  readManifest
} from "../../../src/process/build/manifest.ts"

let folder: string
let root: URL

const write = (text: string, changedAt: number): void => {
  writeFileSync(join(folder, "src/rule.ts"), text)
  utimesSync(join(folder, "src/rule.ts"), changedAt, changedAt)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "manifest-"))
  root = pathToFileURL(`${folder}/`)
  mkdirSync(join(folder, "src"))
  mkdirSync(join(folder, "dist/server"), { recursive: true })
  write("export const limit = 40", 1_000)
})

afterEach(() => rmSync(folder, { recursive: true }))

describe("a bundle of the server", () => {
  const built = (): BuildManifest => ({
    sources: [describeSource("src/rule.ts", root)],
    files: [],
    entries: {}
  })

  it("is current while each source is as it was", () => assert.isTrue(isCurrent(built(), root)))

  it("is current in a copy of the clone, whose files have other times", () => {
    const manifest = built()
    write("export const limit = 40", 2_000)
    assert.isTrue(isCurrent(manifest, root))
  })

  it("is old when a source has other text, also of the same length", () => {
    const manifest = built()
    write("export const limit = 50", 2_000)
    assert.isFalse(isCurrent(manifest, root))
  })

  it("is old when a source is gone", () => {
    const manifest = built()
    rmSync(join(folder, "src/rule.ts"))
    assert.isFalse(isCurrent(manifest, root))
  })

  it("has no manifest where it was not built or half written", () => {
    assert.isNull(readManifest(root))
    writeFileSync(join(folder, "dist/server/manifest.json"), '{"sources": [')
    assert.isNull(readManifest(root))
  })

  it("of this clone runs each thread and process", () => {
    for (const entry of [
      "src/process/engineThreadMain.ts",
      "sandbox/main.ts",
      "src/passwords/passwordProcess.ts"
    ])
      assert.match(
        bundled(new URL(`../../../${entry}`, import.meta.url)).pathname,
        /\/dist\/server\/[^/]+\.js$/
      )
  })

  it("is asked for by name where it does not hold a source", () => {
    assert.throws(() => bundled(new URL("../../../src/nowhere.ts", import.meta.url)), "npm run build")
  })
})
