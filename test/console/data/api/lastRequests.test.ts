// A page as commands: what is behind what it shows, what was done on it, nothing of other pages, no secrets.
import { assert, describe, it } from "@effect/vitest"
import {
  type Asked,
  belongs,
  curlOf,
  forgetRequests,
  note,
  requestsOf
} from "../../../../src/console/data/api/lastRequests.ts"

const get = (address: string): Asked => ({ method: "GET", address, headers: {}, body: undefined })
const signalOf = (query: string) => {
  const { signal } = new AbortController()
  belongs(signal, query)
  return signal
}
const addresses = (page: string, ...shown: ReadonlyArray<string>) =>
  requestsOf(page, new Set(shown)).map(({ address }) => address)

describe("the requests of a page", () => {
  it("are those behind what it shows, wherever they were sent from, each once", () => {
    note(get("/api/v1/a"), "/p/demo/live", signalOf("a"))
    note(get("/api/v1/b"), "/p/demo/live", signalOf("b"))
    note(get("/api/v1/a"), "/p/demo/alerts", signalOf("a"))
    assert.deepStrictEqual(addresses("/p/demo/alerts", "a"), ["/api/v1/a"])
    assert.deepStrictEqual(addresses("/p/demo/alerts", "a", "b"), ["/api/v1/b", "/api/v1/a"])
    assert.deepStrictEqual(addresses("/p/demo/alerts"), [])
  })

  it("are also those of what was done on it, and not of what was done elsewhere", () => {
    const done = { ...get("/api/v1/alerts/1/resolve"), method: "POST", body: { note: "a dog" } }
    note(done, "/p/demo/alerts")
    note(done, "/p/demo/alerts")
    note({ ...done, body: { note: "a wolf" } }, "/p/demo/alerts")
    assert.lengthOf(requestsOf("/p/demo/alerts", new Set()), 2)
    assert.lengthOf(requestsOf("/p/demo/live", new Set()), 0)
  })

  it("never hold a password", () => {
    for (const path of ["login", "password"])
      note({ ...get(`/api/v1/auth/${path}`), method: "POST", body: { password: "meadow" } }, "/account")
    note({ ...get("/api/v1/auth/me"), method: "PATCH", body: { name: "Ines" } }, "/account")
    assert.deepStrictEqual(addresses("/account"), ["/api/v1/auth/me"])
  })

  it("name the variable of a secret, however deep it lies", () => {
    const body = {
      name: "Collars",
      config: { websocket: { url: "wss://a", password: "a line" } },
      tokens: [1]
    }
    note({ ...get("/api/v1/data-sources"), method: "POST", body }, "/sources")
    assert.deepStrictEqual(requestsOf("/sources", new Set())[0]?.body, {
      name: "Collars",
      config: { websocket: { url: "wss://a", password: "$SECRET" } },
      tokens: [1]
    })
  })

  it("are forgotten once somebody has left", () => {
    forgetRequests()
    assert.deepStrictEqual(addresses("/account"), [])
  })
})

describe("a command", () => {
  it("names the variable that holds the token, and quotes everything else", () => {
    assert.strictEqual(
      curlOf("http://127.0.0.1:8080", get("/api/v1/projects?limit=5")),
      `curl -H "Authorization: Bearer $PUGMARK_TOKEN" 'http://127.0.0.1:8080/api/v1/projects?limit=5'`
    )
    assert.strictEqual(
      curlOf("http://a", {
        method: "PATCH",
        address: "/x",
        headers: { "content-type": "application/json", "if-match": '"3"' },
        body: { name: "Ines' $HOME" }
      }),
      `curl -H "Authorization: Bearer $PUGMARK_TOKEN" -X PATCH -H 'content-type: application/json' ` +
        `-H 'if-match: "3"' -d '{"name":"Ines'\\'' $HOME"}' 'http://a/x'`
    )
  })
})
