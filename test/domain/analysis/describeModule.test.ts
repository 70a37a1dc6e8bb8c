// What the catalogue tells of a module: enough to draw its form, and the same that the server takes.
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { allModules, catalogue } from "../../../src/domain/analysis/catalogue.ts"
import { describeModule } from "../../../src/domain/analysis/describeModule.ts"
import { readParameters } from "../../../src/domain/analysis/readParameters.ts"

type Property = Readonly<Record<string, unknown>>
const propertiesOf = (module: (typeof allModules)[number]) =>
  describeModule(module).options["properties"] as Readonly<Record<string, Property>>

const subject = {
  entity_ids: ["00000000-0000-7000-8000-000000000001"],
  time_from: "2026-03-01T00:00:00Z",
  time_to: "2026-04-01T00:00:00Z"
}
/** Whether the server takes an option with a value. */
const isTaken = (module: (typeof allModules)[number], option: string, value: unknown): boolean =>
  Result.match(
    readParameters(module, {
      ...subject,
      ...(module.limits["areas"] === undefined ? {} : { feature_ids: subject.entity_ids }),
      [option]: value
    }),
    {
      onSuccess: () => true,
      onFailure: (broken) => !broken.some(({ pointer }) => pointer.startsWith(`/${option}`))
    }
  )

describe("a module of the catalogue", () => {
  it("is told with its label, a sentence, what it is compared with, and whether it asks about areas", () => {
    const [movement, grazing] = allModules.map(describeModule)
    assert.deepInclude(movement, {
      key: "movement",
      label: "Movement ecology",
      comparisons: ["period"],
      asks_about_areas: false
    })
    assert.deepInclude(grazing, {
      comparisons: ["period", "seasons", "herd"],
      asks_about_areas: true
    })
    assert.match(movement!.summary, /^Distance, speed, rest.*\.$/)
  })

  it("tells label, unit, default, bounds, and the warning that belongs to an option", () =>
    assert.deepStrictEqual(propertiesOf(catalogue.movement)["cell_m"], {
      type: "number",
      minimum: 1,
      maximum: 100_000,
      title: "Cell",
      description: "Side of the cells of residence and hotspots",
      "x-unit": "m",
      "x-warning": {
        code: "cell_below_accuracy",
        text: "A notice is given when the cell is smaller than the fixes are accurate."
      },
      default: 100
    }))

  it("tells the presets of speed beside what null stands for", () =>
    assert.deepInclude(propertiesOf(catalogue.grazing)["max_speed_mps"], {
      default: null,
      "x-automatic": "15 for wildlife, 5 for livestock",
      "x-presets": [
        { label: "Livestock", value: 5 },
        { label: "Wildlife", value: 15 },
        { label: "Bird", value: 40 }
      ]
    }))

  it("tells the values of a choice with their labels, and when an option is needed", () => {
    const { methods } = propertiesOf(catalogue.movement),
      { weight_key, weighting } = propertiesOf(catalogue.grazing)
    assert.deepInclude(weighting, {
      enum: ["equal", "attribute", "metabolic"],
      default: "equal",
      "x-labels": { equal: "One", attribute: "A number of its own", metabolic: "Its metabolic mass" }
    })
    assert.deepStrictEqual(methods!["items"], { type: "string", enum: ["mcp", "kde", "clusters"] })
    assert.isTrue(weight_key!["x-attribute"])
    assert.deepStrictEqual(weight_key!["x-needed-when"], { weighting: ["attribute", "metabolic"] })
    assert.notProperty(weight_key, "default")
    assert.deepStrictEqual(describeModule(catalogue.grazing).options["allOf"], [
      {
        anyOf: [
          { properties: { weighting: { not: { enum: ["attribute", "metabolic"] } } } },
          { required: ["weight_key"] }
        ]
      }
    ])
  })

  for (const module of allModules)
    it(`has a label for each option, a default that is taken, and bounds that are those of the server: ${module.key}`, () => {
      for (const [name, property] of Object.entries(propertiesOf(module))) {
        assert.match(String(property["title"]), /^[A-Z]/, name)
        assert.notMatch(String(property["description"]), /default|\.$/iu, name)
        if ("default" in property) assert.isTrue(isTaken(module, name, property["default"]), name)
        const bounds = ((property["anyOf"] as ReadonlyArray<Property> | undefined)?.[0] ?? property) as {
          readonly minimum?: number
          readonly exclusiveMinimum?: number
          readonly maximum?: number
        }
        if (bounds.minimum !== undefined) assert.isFalse(isTaken(module, name, bounds.minimum - 1), name)
        if (bounds.exclusiveMinimum !== undefined)
          assert.isFalse(isTaken(module, name, bounds.exclusiveMinimum), name)
        if (bounds.maximum !== undefined) {
          assert.isTrue(isTaken(module, name, bounds.maximum), name)
          assert.isFalse(isTaken(module, name, bounds.maximum + 1), name)
        }
      }
    })
})
