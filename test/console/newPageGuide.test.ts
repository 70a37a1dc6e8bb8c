// The guide "A new page in the console": its samples import what is there, and the files that it names exist.
import { assert, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { blocksIn, guidePage } from "../support/guide.ts"

const page = guidePage("console-page")

/** The folder of the page that the guide builds. */
const FOLDER = "src/console/pages/types"
/** What a reader of the guide writes. */
const written = /\/types\b/

it("imports only what the files of the console export", () => {
  const [sample = ""] = blocksIn(page, "tsx")
  const imports = [...sample.matchAll(/import \{ ([^}]+) \} from "(\.[^"]+)"/g)]
  assert.isAbove(imports.length, 10)
  for (const [, names = "", from = ""] of imports) {
    const source = readFileSync(posix.join(FOLDER, from), "utf8")
    for (const name of names.split(", ").map((one) => one.replace("type ", "")))
      assert.match(source, new RegExp(`export (const|type|interface) ${name}\\b`), from)
  }
})

it("names only files that are there", () => {
  const paths = [...page.matchAll(/`((?:src|test)\/[\w./]+)`/g)].map(([, path]) => path!)
  assert.isAbove(paths.length, 15)
  assert.deepStrictEqual(
    paths.filter((path) => !written.test(path) && !existsSync(path)),
    []
  )
})

it("uses each of its messages, and no other", () => {
  const [messages = ""] = blocksIn(page, "ts")
  const [sample = ""] = blocksIn(page, "tsx")
  const made = [...messages.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key!)
  const used = [...sample.matchAll(/words\.types\.(\w+)/g)].map(([, key]) => key!)
  assert.sameMembers(made, [...new Set(used)])
})
