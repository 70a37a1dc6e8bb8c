// A value that pages share: whoever watches hears what it is now, until they leave.
import { assert, describe, it } from "vitest"
import { watched } from "../../src/console/watched.ts"

describe("a watched value", () => {
  it("tells those who watch, and nobody who left", () => {
    const count = watched(1),
      heard: Array<string> = []
    const leave = count.watch((now) => heard.push(`first ${now}`))
    count.watch((now) => heard.push(`second ${now}`))
    count.set(2)
    leave()
    leave()
    count.set(3)
    assert.deepStrictEqual(heard, ["first 2", "second 2", "second 3"])
    assert.strictEqual(count.read(), 3)
  })

  it("is the new one already when they hear of it", () => {
    const name = watched("a"),
      heard: Array<string> = []
    name.watch(() => heard.push(name.read()))
    name.set("b")
    assert.deepStrictEqual(heard, ["b"])
  })
})
