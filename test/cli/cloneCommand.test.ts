// The command of a clone: `./pugmark`, as guides and messages name it.
import { assert, describe, it } from "vitest"
import { execFileSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, statSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))
const written = ["README.md", "pugmark", ...globSync("src/**/*.{md,ts,tsx}", { cwd: root })]

describe("the command of a clone", () => {
  it("is `./pugmark` in every guide and message: `npx pugmark` takes 13 s a call, and outside the clone asks the registry", () => {
    const slow = written.filter((file) => readFileSync(join(root, file), "utf8").includes("npx pugmark"))
    assert.deepStrictEqual(slow, [])
  })

  it("runs from any folder and through a link, on the Node of the packages", () => {
    assert.notStrictEqual(statSync(join(root, "pugmark")).mode & 0o111, 0)
    const elsewhere = mkdtempSync(join(tmpdir(), "clone-command-"))
    const link = join(elsewhere, "pugmark")
    symlinkSync(join(root, "pugmark"), link)
    const said = execFileSync(link, ["help"], {
      cwd: elsewhere,
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin" }
    })
    assert.include(said, "./pugmark import movebank")
  })
})
