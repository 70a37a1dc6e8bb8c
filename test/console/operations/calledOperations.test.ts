// Every changing operation of the API is called by code that the console's entry reaches, and has a control on a page
// that leads to it, but for what devices and programs call, and for a few exceptions.
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { makeOpenApi } from "../../../src/contract/openApi.ts"
import { readCalls } from "../../architecture/readCalls.ts"
import { readSource } from "../../architecture/readSource.ts"
import { elsewhere, exceptions, MAX_EXCEPTIONS } from "./elsewhere.ts"
import { offers } from "./offers.ts"

const ENTRY = "src/console/main.tsx"
/** The functions that send what other sources name. */
const SENDERS: ReadonlyArray<string> = [
  "src/console/data/api/call.ts",
  "src/console/data/api/callLines.ts",
  "src/console/data/pagesOf.ts"
]
const CHANGES = ["post", "put", "patch", "delete"] as const

/** What the entry imports as values, however far, and also what a route loads when it is opened. */
const reached = (): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  const visit = (path: string): void => {
    if (texts.has(path) || !/\.tsx?$/.test(path) || !existsSync(path)) return
    const text = readFileSync(path, "utf8")
    texts.set(path, text)
    for (const { target, typeOnly } of readSource(path, text).imports)
      if (!typeOnly && target.startsWith("."))
        visit(posix.join(posix.dirname(path), target.replace(/\?.*$/, "")))
  }
  visit(ENTRY)
  return texts
}

const sources = [...reached()].filter(([path]) => !SENDERS.includes(path))

const called: ReadonlySet<string> = new Set(
  sources.flatMap(([path, text]) => readCalls(path, text).calls.map(({ operation }) => operation))
)

/** `POST /devices/:device_id/release` */
const changing: ReadonlyArray<string> = Object.entries(makeOpenApi().paths).flatMap(([path, item]) =>
  CHANGES.filter((method) => item[method] !== undefined).map((method) => {
    const short = path.replace(/^\/api\/v1/, "").replaceAll(/\{(\w+)\}/g, ":$1")
    return `${method.toUpperCase()} ${short.replace(/\/$/, "")}`
  })
)

const isElsewhere = (operation: string) => elsewhere.some(([pattern]) => pattern.test(operation))
const expected = changing.filter((operation) => !isElsewhere(operation))

describe("the console", () => {
  it("names every operation that it calls by literals, so that no call is missed", () => {
    assert.isAbove(sources.length, 400)
    const unread = sources.flatMap(([path, text]) =>
      readCalls(path, text).unread.map((line) => `${path}:${line}`)
    )
    assert.deepStrictEqual(unread, [])
  })

  it("calls every changing operation but the exceptions", () => {
    const missing = expected.filter((operation) => !called.has(operation) && !exceptions.has(operation))
    assert.deepStrictEqual(missing, [])
  })

  it("has a page and a control for every changing operation but the exceptions", () => {
    const missing = expected.filter((operation) => !offers.has(operation) && !exceptions.has(operation))
    assert.deepStrictEqual(missing, [])
  })

  it("has few exceptions, each with a reason, and names only what the API has", () => {
    assert.isAtMost(exceptions.size, MAX_EXCEPTIONS)
    for (const [operation, reason] of exceptions) {
      assert.isNotEmpty(reason)
      assert.isFalse(offers.has(operation), `${operation} is offered: it is no exception`)
    }
    const named = [...exceptions.keys(), ...offers.keys()]
    assert.deepStrictEqual(
      named.filter((operation) => !changing.includes(operation)),
      []
    )
    for (const [pattern, reason] of elsewhere) {
      const operations = changing.filter((operation) => pattern.test(operation))
      assert.isNotEmpty(operations, reason)
    }
  })
})
