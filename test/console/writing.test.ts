// What somebody is writing is kept in their tab, until it was sent or given up, or they leave.
import { afterEach, assert, beforeEach, it, vi } from "@effect/vitest"
import { keptAs } from "../../src/console/writing.ts"
import { clearSession } from "../../src/console/data/signOut.ts"

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear()
  })
})
afterEach(() => void vi.unstubAllGlobals())

it("is there when the same is opened again, in the same project alone", () => {
  keptAs("farm", "resolve a").write({ note: "The gate" })
  keptAs("farm", "resolve a").write({ note: "The gate was open." })
  assert.deepStrictEqual(keptAs("farm", "resolve a").read(), { note: "The gate was open." })
  assert.deepStrictEqual(keptAs("farm", "resolve b").read(), {})
  assert.deepStrictEqual(keptAs("park", "resolve a").read(), {})
})

it("is gone once it was sent or given up, and what comes late does not bring it back", () => {
  const report = keptAs("farm", "report")
  report.write({ note: "Two posts are down." })
  report.forget()
  report.write({ note: "Two posts are down.", place: "that the browser took long to find" })
  assert.deepStrictEqual(keptAs("farm", "report").read(), {})
  keptAs("farm", "report").write({ note: "Another" })
  assert.deepStrictEqual(keptAs("farm", "report").read(), { note: "Another" })
})

it("is forgotten with all that is theirs", () => {
  keptAs("farm", "resolve a").write({ note: "The gate was open." })
  clearSession()
  assert.strictEqual(stored.size, 0)
})

it("is nothing where it cannot be read, and is no trouble where there is no room for it", () => {
  keptAs("farm", "report").write({ note: "Two posts are down." })
  const [key] = [...stored.keys()]
  for (const text of ["{", '"text"', "null"]) {
    stored.set(key!, text)
    assert.deepStrictEqual(keptAs("farm", "report").read(), {})
  }
  vi.stubGlobal("sessionStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError")
    }
  })
  assert.doesNotThrow(() => keptAs("farm", "report").write({ note: "Two posts are down." }))
})
