// "Titles never fail: an unknown placeholder renders `?`, a known one with nothing to say `-`; `{value}` has
// at most 6 significant digits."
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  MAX_TITLE_CHARACTERS,
  renderTitle,
  shortNumber,
  type TitleValues,
  unknownPlaceholders
} from "../../../../src/domain/rule/words/title.ts"
import { propertyRuns } from "../../../support/propertyRuns.ts"

const all: TitleValues = {
  entity: "Alma",
  device: "Collar 1",
  feature: "North pasture",
  metric: "speed_kmh",
  value: 43.2,
  rule: "Speed"
}
const none: TitleValues = { entity: null, device: null, feature: null, metric: null, value: null, rule: null }

describe("a title", () => {
  it.each([
    [
      "{entity} {device} {feature} {metric} {value} {rule}",
      "Alma Collar 1 North pasture speed_kmh 43.2 Speed"
    ],
    ["nothing to replace", "nothing to replace"],
    ["{entity}{entity}", "AlmaAlma"],
    ["{speed} {} {Entity} {entity } {constructor}", "? ? ? ? ?"],
    ["{{entity}} {entity", "{Alma} {entity"]
  ])("%s", (template, expected) => assert.strictEqual(renderTitle(template, all), expected))

  it.each(["entity", "device", "feature", "metric", "value", "rule"])(
    "{%s} with nothing to say is -",
    (name) => assert.strictEqual(renderTitle(`{${name}}!`, none), "-!")
  )

  it("never expands what it inserted", () =>
    assert.strictEqual(
      renderTitle("{entity} {device}", { ...all, entity: "{device}", device: "$& {rule}" }),
      "{device} $& {rule}"
    ))

  it(`is cut at ${MAX_TITLE_CHARACTERS} characters, and no half of one stays`, () => {
    assert.strictEqual(
      renderTitle("{entity}", { ...all, entity: "x".repeat(MAX_TITLE_CHARACTERS + 1) }),
      "x".repeat(MAX_TITLE_CHARACTERS)
    )
    assert.strictEqual(
      renderTitle("{entity}", { ...all, entity: "x".repeat(MAX_TITLE_CHARACTERS - 1) + "🦬" }),
      "x".repeat(MAX_TITLE_CHARACTERS - 1) + "\uFFFD"
    )
    assert.strictEqual(renderTitle("\uD83E!", all), "\uFFFD!")
  })

  it.effect.prop(
    "never fails, whatever the template and the names",
    { template: Schema.String, entity: Schema.String },
    ({ entity, template }) =>
      Effect.sync(() => {
        const title = renderTitle(`${template}{entity}`, { ...all, entity })
        assert.isTrue(title.isWellFormed() && title.length <= MAX_TITLE_CHARACTERS)
      }),
    propertyRuns(300)
  )
})

describe("a number in a title", () => {
  it.each([
    [0, "0"],
    [40, "40"],
    [43.2, "43.2"],
    [1 / 3, "0.333333"],
    [123_456.789, "123457"],
    [1_234_567, "1234570"],
    [-0.1 - 0.2, "-0.3"],
    [1e21, "1e+21"],
    [1.5e-7, "1.5e-7"]
  ])("%d: %s", (value, shown) => assert.strictEqual(shortNumber(value), shown))
})

it("the placeholders that will render as ? are told at save", () => {
  assert.deepStrictEqual(
    unknownPlaceholders("{entity} {speed} {} {value} {device} {feature} {metric} {rule} {x}"),
    ["speed", "", "x"]
  )
  assert.deepStrictEqual(unknownPlaceholders("no braces"), [])
})
