// The sheet of keys promises what pages do: as their sources say, each key is bound, and where it should be.
import { globSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { sheet } from "../../../src/console/shell/keys.ts"

const ROOM = "src/console/"
const source = (path: string): string =>
  readFileSync(`${ROOM}${path}`, "utf8").replaceAll(/^\s*\/\/.*$/gm, "")

/** The members of what is given to `useKeys`, but not what lies within them. */
const boundBy = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\buseKeys\(\{/g)].flatMap(({ 0: found, index }) => {
    const names: Array<string> = []
    let depth = 1,
      begins = true
    for (const { 0: token } of text.slice(index + found.length).matchAll(/"[^"]*"|\w+|\S/g)) {
      if (/^[{([]$/.test(token)) depth += 1
      else if (/^[})\]]$/.test(token)) depth -= 1
      else if (depth === 1 && token === ",") begins = true
      else if (begins && /^["\w]/.test(token)) {
        // a list that is walked brings both of its keys
        names.push(...(token === "moving" ? ["j", "k"] : [token.replaceAll('"', "")]))
        begins = false
      }
      if (depth === 0) break
    }
    return names
  })

const SIGNS = new Map([
  ["↵", "Enter"],
  ["←", "ArrowLeft"],
  ["→", "ArrowRight"],
  ["Space", " "]
])

/** What `useKeys` calls the keys of a row; those with the command key are bound otherwise. */
const namesOf = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys[0]!.startsWith("⌘")
    ? []
    : keys[0] === "⇧"
      ? keys.slice(1)
      : keys.map((key) => SIGNS.get(key) ?? key.toLowerCase())

describe("the sheet of keys", () => {
  it("promises no key that nothing does", () => {
    const bound = new Set(globSync("**/*.{ts,tsx}", { cwd: ROOM }).flatMap((path) => boundBy(source(path))))
    const idle = sheet.flatMap(([place, rows]) =>
      rows.flatMap(({ does, keys }) =>
        namesOf(keys)
          .filter((key) => !bound.has(key))
          .map((key) => `${place}: ${key}, ${does}`)
      )
    )
    assert.strictEqual(idle.join("\n"), "")
  })

  it.each([
    [
      "an event",
      "e j k m r t w",
      ["EventPage.tsx", "useNeighbours.ts", "useOpenSubject.ts", "useOpenTrace.ts"],
      "pages/event"
    ],
    ["an animal", "c e m w", ["AnimalPage.tsx", "AnimalAlerts.tsx"], "pages/animals"],
    ["the list of animals", "j k m w", ["Animals.tsx"], "pages/animals"]
  ])("is true of %s", (_, keys, files, folder) => {
    const bound = files.flatMap((file) => boundBy(source(`${folder}/${file}`)))
    assert.includeMembers(bound, keys.split(" "))
    const [page = ""] = files
    for (const file of files.slice(1))
      assert.include(source(`${folder}/${page}`), file.replace(/\.tsx?$/, ""))
  })

  it("says each thing once", () => {
    for (const [place, rows] of sheet)
      assert.strictEqual(new Set(rows.map(({ does }) => does)).size, rows.length, place)
  })
})
