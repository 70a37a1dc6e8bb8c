// The settings of a project as they are typed, and what is sent of that.
import "../../../support/words.ts"
import { assert, describe, it } from "@effect/vitest"
import {
  changeOf,
  formIn,
  formOf,
  isSettingsOf,
  numberOf,
  saidOf
} from "../../../../src/console/pages/project/settingsForm.ts"

const project = {
  name: "North",
  slug: "north",
  description: "",
  timezone: "Europe/Stockholm",
  settings: {
    entity_word: { one: "cow", many: "cows" },
    silent_after_hours: 12,
    map: { centre: [12.5, 61.5], zoom: 9 },
    seasons: [{ name: "Summer", from: "06-01", to: "09-30" }],
    landscape: "demo",
    colours: { own: true }
  }
}
const form = formOf(project)

describe("settings as they are typed", () => {
  it("are what was read, as text; settings of older times that are something else are left empty", () => {
    assert.deepInclude(form, { one: "cow", silent: "12", lon: "12.5", lat: "61.5", zoom: "9", spark: "" })
    const odd = formOf({
      ...project,
      settings: { silent_after_hours: {}, map: 3, seasons: "none", entity_word: [] }
    })
    assert.deepInclude(odd, { silent: "", lon: "", one: "", seasons: [] })
  })

  it("come back as they were kept, and not where a line is missing or is none", () => {
    const again = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
    assert.deepStrictEqual(formIn(again(form)), form)
    assert.isTrue(isSettingsOf(again(project)))
    const { spark: _, ...shorter } = form
    for (const other of [undefined, null, [], shorter, { ...form, lon: 4 }, { ...form, seasons: [{}] }])
      assert.isNull(formIn(other))
    for (const other of [undefined, {}, { ...project, settings: [] }, { ...project, name: null }])
      assert.isFalse(isSettingsOf(other))
  })

  it("send the members that differ, and the whole settings with what this form does not know", () => {
    assert.deepStrictEqual(changeOf(project, form), { change: {} })
    assert.deepStrictEqual(changeOf(project, { ...form, name: " South " }), { change: { name: "South" } })
    assert.deepStrictEqual(changeOf(project, { ...form, silent: "0,5", one: "", many: "" }), {
      change: {
        settings: {
          silent_after_hours: 0.5,
          map: { centre: [12.5, 61.5], zoom: 9 },
          seasons: project.settings.seasons,
          landscape: "demo",
          colours: { own: true }
        }
      }
    })
    assert.deepStrictEqual(
      changeOf(project, { ...form, lon: "", lat: "", zoom: "", silent: "", seasons: [] }),
      {
        change: {
          settings: { entity_word: project.settings.entity_word, landscape: "demo", colours: { own: true } }
        }
      }
    )
  })

  it("say what is no number, under the name that the server has for it", () => {
    const wrong = changeOf(project, { ...form, silent: "1.234,5", zoom: "" })
    assert.isTrue("mistakes" in wrong)
    assert.sameMembers("mistakes" in wrong ? [...wrong.mistakes.keys()] : [], [
      "/settings/silent_after_hours",
      "/settings/map/zoom"
    ])
  })
})

it.each([
  ["12", 12],
  ["-0.5", -0.5],
  ["12,5", 12.5],
  ["\u22123", -3],
  ["1.234,5", null],
  ["1,234.5", null],
  ["", null],
  ["1e3", null],
  ["12 h", null]
])("%j is read as %j", (text, value) => {
  assert.strictEqual(numberOf(text), value)
})

it("values are said as they are typed, seasons in one line", () => {
  assert.strictEqual(saidOf("UTC"), "UTC")
  assert.strictEqual(saidOf(""), "–")
  assert.strictEqual(saidOf(form.seasons), "Summer 06-01 to 09-30")
  assert.strictEqual(saidOf([]), "none")
})
