import { assert, describe, it } from "@effect/vitest"
import { parseOptions } from "./parseOptions.ts"

describe("parseOptions", () => {
  it("measures this checkout by default, without what has to be named", () => {
    const options = parseOptions([])!
    assert.isNull(options.compare)
    assert.strictEqual(options.seconds, 6)
    assert.isTrue(options.measures.has("calm"))
    assert.isFalse(options.measures.has("flood"))
  })

  it("compares with a commit in five rounds of all four loads", () => {
    assert.deepStrictEqual(parseOptions(["--compare", "HEAD~1"])!.compare, {
      revision: "HEAD~1",
      rounds: 5,
      measures: ["raw", "pipeline", "calm", "single"]
    })
  })

  it("compares the loads that are named, in their usual order", () => {
    const { compare } = parseOptions(["--compare", "main", "--only", "single,pipeline", "--rounds", "2"])!
    assert.deepStrictEqual(compare, { revision: "main", rounds: 2, measures: ["pipeline", "single"] })
  })

  it("refuses what makes no sense", () => {
    for (const args of [
      ["--only", "nothing"],
      ["--compare", "main", "--only", "half"],
      ["--compare", "main", "--profile", "/tmp"],
      ["--compare", "main", "--rounds", "0"],
      ["--compare", "main", "--rounds", "1.5"],
      ["--seconds", "0"],
      ["--seconds", "x"],
      ["--runs", "end,elsewhere"],
      ["--entities", "10,-1"],
      ["--compare"],
      ["--unknown"],
      ["main"]
    ])
      assert.isNull(parseOptions(args), args.join(" "))
  })
})
