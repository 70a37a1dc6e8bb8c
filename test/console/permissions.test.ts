// A page offers what the contract lets its reader do: every permission that a call of a page needs is looked for by
// that page, and it looks for none that nothing needs, of what it does or leads to.
import { globSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import type { Permission } from "../../src/domain/access/Permission.ts"
import { attentionCodes, type Matter } from "../../src/domain/system/Attention.ts"
import { actionOf } from "../../src/domain/system/remediation.ts"
import { type Page, pagesOf } from "../architecture/consoleKeys.ts"
import { isPermission, routes } from "../support/http/routes.ts"

/** What everybody has who sees a project at all. */
const COMMON = "project:read"

const matter: Omit<Matter, "code"> = {
  id: "",
  since: "",
  type: "device",
  object_id: "01a207d5-f160-700b-9968-9185f7867a35",
  name: null,
  count: 1,
  said: null,
  silent_hours: 24,
  recent_since: null,
  ended_at: null,
  carrier: null
}

/** Whoever lacks the key of a whole page is refused by the server, which also says who can help. */
const opened = new Map([["/p/$slug/operate/traces/$trace", "traces:read"]])

/** What an endpoint asks for itself, by what is in its body. */
const more = new Map<string, ReadonlyArray<Permission>>([
  ["POST /unknown-identities/create-devices", ["entities:write"]],
  ["POST /projects/:project_id/imports/:import_id/enrolments", ["entities:write", "devices:write"]],
  ["POST /projects/:project_id/imports/:import_id/removal", ["entities:write", "devices:write"]],
  // one's own run, or another's
  ["POST /projects/:project_id/analyses/:run_id/cancel", ["analysis:run", "project:write"]],
  ["PATCH /projects/:project_id/analyses/:run_id", ["analysis:run", "project:write"]],
  ["DELETE /projects/:project_id/analyses/:run_id", ["analysis:run", "project:write"]]
])

/** What the actions of matters need: the server says it with each. */
const ofMatters = new Set(
  attentionCodes.flatMap((code) =>
    ["device", "rule"].flatMap((type) => actionOf({ ...matter, code, type })?.permission ?? [])
  )
)

const patterns = routes.map(({ method, need, path }) => ({
  method,
  need,
  path: path.replace(/\/$/, "")
}))

/** The needs of what a call may be; a `*` in it stands for any word. */
const needsOf = (call: string) => {
  const [method, path = ""] = call.split(" ")
  const wanted = new RegExp(`^${path.replaceAll(/[.?+^$()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]+")}$`)
  const found = patterns.filter((one) => one.method === method && wanted.test(one.path))
  assert.isNotEmpty(found, `no endpoint is ${call}`)
  return found.flatMap(({ need }) => (isPermission(need) && need !== COMMON ? [need] : []))
}

const files = new Map(globSync("src/console/**/*.{ts,tsx}").map((path) => [path, readFileSync(path, "utf8")]))
const pages = pagesOf(files, new Map([["src/console/pages/operate/MatterRow.tsx", [...ofMatters]]]))
const needs = ({ calls }: Page) =>
  new Set<Permission>([...calls].flatMap((call) => [...needsOf(call), ...(more.get(call) ?? [])]))

describe("the permissions of pages", () => {
  it("are read from every page of the router, with what it calls", () => {
    assert.isAbove(pages.length, 20)
    for (const { address, calls } of pages) assert.isNotEmpty([...calls], address)
  })

  it("are looked for wherever a call needs them", () => {
    const missing = pages.flatMap((page) =>
      [...needs(page)]
        .filter((key) => !page.keys.has(key) && opened.get(page.address) !== key)
        .map((key) => `${page.address} does not ask: ${key}`)
    )
    assert.strictEqual(missing.join("\n"), "")
  })

  it("are looked for only where something needs them, on the page or on one that it leads to", () => {
    const needed = new Map(pages.map((page) => [page.address, needs(page)]))
    const idle = pages.flatMap((page) => {
      const useful = new Set([page.address, ...page.leads].flatMap((to) => [...(needed.get(to) ?? [])]))
      return [...page.keys]
        .filter((key) => key !== COMMON && !useful.has(key as Permission))
        .map((key) => `${page.address} asks in vain: ${key}`)
    })
    assert.strictEqual(idle.join("\n"), "")
  })
})
