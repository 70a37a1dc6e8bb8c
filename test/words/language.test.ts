// The words of the product in its languages.
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { languageCodes } from "../../src/domain/access/Preferences.ts"
import { en } from "../../src/words/en.ts"
import { languageFor, languages, loadWords, setLanguage, words } from "../../src/words/language.ts"
import { countsIn, listsIn, parts } from "../../src/words/tools.ts"

const rooms = Object.keys(en) as ReadonlyArray<keyof typeof en>

/** The messages of a room, each with its place: `empty.open.title`. */
const messagesOf = (room: object, place = ""): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(room).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? messagesOf(value, `${place}${key}.`)
      : [[place + key, value]]
  )

beforeEach(() => setLanguage("en"))

describe("a language", () => {
  it("is one that an account can have, and the other way round", () => {
    assert.sameMembers(Object.keys(languages), [...languageCodes])
  })

  it.each(Object.entries(languages))(
    "has every message of English, and no other: %s",
    async (code, language) => {
      const files = readdirSync(`src/words/${code}`, { recursive: true, encoding: "utf8" }).flatMap(
        (path) => /(\w+)\.ts$/.exec(path)?.[1] ?? []
      )
      assert.sameMembers(files, [...rooms])
      for (const room of rooms) {
        const loaded: object = await language.loaders[room]()
        const english: object = await en[room]()
        assert.deepStrictEqual(Object.keys(loaded), [room], `${code}/${room} exports its room alone`)
        const kinds = (of: object) => messagesOf(of).map(([place, value]) => `${place}: ${typeof value}`)
        assert.sameMembers([...kinds(loaded)], [...kinds(english)], `${code}/${room}`)
        for (const [place, message] of messagesOf(loaded))
          assert.notStrictEqual(message, "", `${room}.${place}`)
      }
    }
  )

  it("is the user's own, otherwise the browser's, otherwise English", () => {
    assert.deepStrictEqual(
      [languageFor("es-MX", ["en"]), languageFor(null, ["fr", "es-AR"]), languageFor(null, ["fr"])],
      ["es", "es", "en"]
    )
  })

  it("is loaded room by room", async () => {
    setLanguage("es")
    await loadWords("common")
    assert.strictEqual(words.common.now, "ahora")
    assert.notProperty(words, "alerts")
    await loadWords("common", "alerts")
    assert.strictEqual(words.alerts.title, "Alertas")
  })

  it("marks every message where it is the pseudo-language", async () => {
    setLanguage("xx")
    await loadWords("common")
    assert.strictEqual(words.common.failed.request({ id: "a" }), "⟦request a⟧")
    assert.deepStrictEqual(words.common.denied.ask({ name: "Ines" }), ["⟦", "Ask ", "Ines", "⟧"])
  })
})

describe("a message", () => {
  it("has the plural forms and the numbers of its language", () => {
    const en = countsIn("en-GB"),
      es = countsIn("es")
    const alerts = { one: "# alerta", many: "# de alertas", other: "# alertas" }
    assert.deepStrictEqual(
      [1, 1204, 1_000_000].map((count) => en(count, { one: "# alert", other: "# alerts" })),
      ["1 alert", "1,204 alerts", "1,000,000 alerts"]
    )
    assert.deepStrictEqual(
      [1, 12_040, 1_000_000].map((count) => es(count, alerts)),
      ["1 alerta", "12.040 alertas", "1.000.000 de alertas"]
    )
  })

  it("lists names as its language does", () => {
    assert.strictEqual(listsIn("en-GB", "disjunction")(["A", "B", "C"]), "A, B or C")
    assert.strictEqual(listsIn("es", "conjunction")(["A", "B", "C"]), "A, B y C")
  })

  it("keeps its elements in their places", () => {
    assert.deepStrictEqual(parts`That needs ${1}.`, ["That needs ", 1, "."])
    assert.deepStrictEqual(parts`${1}${2}`, [1, 2])
  })
})
