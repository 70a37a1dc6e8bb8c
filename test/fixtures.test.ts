// What the tests compare with is in the project, small and with its licence; what may not be there is asked
// for, and said to be missing.
import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { readCorpus } from "./support/corpus.ts"
import { checkSharedFolder, LEFT_OUT } from "./support/sharedFolder.ts"

const FOLDER = join(import.meta.dirname, "fixtures")
const LARGEST = 600_000 // bytes of all, so that cloning stays quick

const directory = mkdtempSync(join(tmpdir(), "pugmark-shared-"))
afterAll(() => rmSync(directory, { recursive: true }))

describe("the fixtures", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(FOLDER, path)).isFile()
  )

  it("are small", () =>
    assert.isBelow(
      files.reduce((sum, path) => sum + statSync(join(FOLDER, path)).size, 0),
      LARGEST
    ))

  it("have their source and licence beside them, every track", () => {
    const tracks = files.filter((path) => path.startsWith("tracks/") && path.endsWith(".gz"))
    assert.isAbove(tracks.length, 1)
    const lines = readFileSync(join(FOLDER, "README.md"), "utf8").split("\n")
    for (const track of tracks) {
      const line = lines.find((each) => each.startsWith(`| \`${track}\` |`))
      assert.match(line ?? "no line", /CC0 1\.0|MIT, in `(tracks\/LICENSE-\w+)`/, track)
      const [, licence] = /MIT, in `([^`]+)`/.exec(line!) ?? []
      if (licence !== undefined)
        assert.include(
          readFileSync(join(FOLDER, licence), "utf8"),
          "Permission is hereby granted, free of charge"
        )
    }
  })

  it("have the corpus of hostile inputs", () => assert.isAbove(readCorpus().length, 200))
})

describe("PUGMARK_SHARED", () => {
  it("may name no folder: then one line says what was left out, and how to have it", () => {
    checkSharedFolder(null)
    assert.match(
      LEFT_OUT,
      /^Left out, as PUGMARK_SHARED names no folder: [^\n]* test\/fixtures\/README\.md\.$/
    )
  })

  it("that names a folder without tracks or numbers ends the run, saying what is not there, and skips nothing", () => {
    assert.throws(
      () => checkSharedFolder(join(directory, "none")),
      /PUGMARK_SHARED names .*none, which has no data and no reference\/summary\.csv/
    )
    mkdirSync(join(directory, "data"))
    assert.throws(
      () => checkSharedFolder(directory),
      /has no reference\/summary\.csv: name the folder that has, or none/
    )
    mkdirSync(join(directory, "reference"))
    writeFileSync(join(directory, "reference", "summary.csv"), "")
    checkSharedFolder(directory)
  })
})
