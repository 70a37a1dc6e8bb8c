// A trap that nobody steps into proves nothing.
import { runInThisContext } from "node:vm"
import { assert, it } from "vitest"
import { forbidden } from "./forbidden.ts"

const ASKS = "() => void [Date.now(), new Date(), Math.random(), crypto.randomUUID(), new Date(0)]"
const codeIn = (filename: string): (() => void) => runInThisContext(ASKS, { filename })

it("catches what code of the product takes from the machine, and lets everybody else ask", () => {
  const { violations } = forbidden(codeIn("/anywhere/src/engine/live/x.ts"))
  assert.deepStrictEqual(
    violations.map((v) => /^the engine uses (.*?): .*engine\/live\/x\.ts/.exec(v)?.[1]),
    ["Date.now", "new Date()", "Math.random", "crypto.randomUUID"]
  )
  assert.deepStrictEqual(forbidden(codeIn("/anywhere/node_modules/x.js")).violations, [])
})
