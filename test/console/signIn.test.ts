// The way in and out: who is asked, what is said to whoever is not let in, and where people come back to.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { logIn, PASSWORD } from "../support/browser/shared.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { signIn, violations, visit } from "../support/browser/visit.ts"
import { CALLBACK, makeVerifier, metadataOf } from "../support/http/oauth.ts"

const ADMIN = "admin@localhost"

/** Where a program waits for its answer, at a port that was free: not the one it has registered. */
const listens = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((_, response) => response.end("You may close this.")).listen(0, "127.0.0.1")
    await once(server, "listening")
    return server
  }),
  (server) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
).pipe(
  // it listens on TCP
  Effect.map((server) => {
    const registered = new URL(CALLBACK)
    registered.port = String((server.address() as AddressInfo).port)
    return registered.href
  })
)

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("the console", (it) => {
  it.effect("asks who somebody is, says that a password is wrong, and opens what was asked for", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { browser, client, origin } = yield* TheConsole
        const meadow = yield* makeMeadow(client, "door", ["Alma"])
        const { complaints, page } = yield* visit(browser, { expected: /401|503/ })
        yield* Effect.promise(async () => {
          await page.goto(`${origin}${meadow.path}/animals?sort=name`)
          await page.waitForURL("**/login?to=*")
          await signIn(page, ADMIN, "a meadow in the evening")
          await page.getByText("This e-mail and password do not go together.").waitFor()
          await signIn(page, ADMIN, PASSWORD)
          await page.getByRole("link", { name: "Alma" }).waitFor()
          assert.strictEqual(page.url(), `${origin}${meadow.path}/animals?sort=name`)
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("asks again when the session is over, and returns to where one was", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { browser, client, origin } = yield* TheConsole
        const meadow = yield* makeMeadow(client, "over", ["Alma"])
        const cookie = yield* Effect.promise(() => logIn(origin, ADMIN, PASSWORD))
        const { complaints, page } = yield* visit(browser, {
          session: { origin, cookie },
          expected: /401|503/
        })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/animals?sort=name`)
          await page.getByRole("link", { name: "Alma" }).waitFor()
          // it ends elsewhere: by an administrator, or on another screen
          const answer = await fetch(`${origin}/api/v1/auth/logout`, {
            method: "POST",
            headers: { cookie, origin }
          })
          assert.strictEqual(answer.status, 204)
          await page.getByText("Your session is over.").waitFor()
          await signIn(page, ADMIN, PASSWORD)
          await page.getByRole("link", { name: "Alma" }).waitFor()
          assert.strictEqual(page.url(), `${origin}${meadow.path}/animals?sort=name`)
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("lets go of somebody who signs out: back shows nothing of what they saw", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { browser, client, origin } = yield* TheConsole
        const meadow = yield* makeMeadow(client, "out", ["Alma"])
        const cookie = yield* Effect.promise(() => logIn(origin, ADMIN, PASSWORD))
        const { complaints, page } = yield* visit(browser, {
          session: { origin, cookie },
          expected: /401|503/
        })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/animals`)
          await page.getByRole("link", { name: "Alma" }).waitFor()
          await page.getByRole("button", { name: /^Account of/ }).click()
          await page.getByRole("button", { name: "Sign out" }).click()
          await page.getByLabel("Password").waitFor()
          await page.goBack()
          await page.waitForURL("**/login?to=*")
          await page.getByLabel("Password").waitFor()
          assert.notInclude(await page.locator("body").innerText(), "Alma")
          // whoever sent the link does not choose a place outside
          await page.goto(`${origin}/login?to=//other.example/`)
          await signIn(page, ADMIN, PASSWORD)
          await page.waitForURL(`${origin}/p/*/live`)
          // and what is empty in an address is not asked for
          await page.goto(`${meadow.path}/animals?type=`)
          await page.getByRole("link", { name: "Alma" }).waitFor()
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("lets an AI client in for what somebody leaves of it, and lets it go again", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { browser, client, origin } = yield* TheConsole
        const meadow = yield* makeMeadow(client, "assistant", [])
        const erik = yield* makeMember({ client, origin }, meadow, { role: "operator", scope: null })
        const { complaints, page } = yield* visit(browser, {
          session: { origin, cookie: erik.cookie }
        })
        const { challenge, verifier } = makeVerifier()
        const callback = yield* listens
        yield* Effect.promise(async () => {
          const registered = await fetch(`${origin}/oauth/register`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(metadataOf())
          })
          const { client_id: clientId } = (await registered.json()) as { readonly client_id: string }
          const asked = new URLSearchParams({
            response_type: "code",
            client_id: clientId,
            redirect_uri: callback,
            code_challenge: challenge,
            code_challenge_method: "S256",
            scope: "project:read traces:read alerts:write",
            resource: `${origin}/mcp`
          })
          await page.goto(`/oauth/authorize?${asked.toString()}`)
          await page
            .getByRole("heading", { name: "Field Assistant asks to work in Pugmark as you" })
            .waitFor()
          await page.getByText("any program may use that name").waitFor()
          assert.deepStrictEqual(await violations(page), [])
          await page.getByLabel(/^Acknowledge, resolve and snooze/).uncheck()
          await page.getByRole("button", { name: "Allow for 30 days" }).click()
          await page.getByText("You may close this.").waitFor()
          const code = new URL(page.url()).searchParams.get("code")!
          const redeemed = await fetch(`${origin}/oauth/token`, {
            method: "POST",
            body: new URLSearchParams({
              grant_type: "authorization_code",
              code,
              redirect_uri: callback,
              client_id: clientId,
              code_verifier: verifier
            })
          })
          const tokens = (await redeemed.json()) as { readonly scope: string; readonly refresh_token: string }
          assert.strictEqual(tokens.scope, "project:read traces:read")

          await page.goto("/account")
          await page.getByRole("button", { name: "Disconnect Field Assistant" }).click()
          await page.getByText("Field Assistant is disconnected.").waitFor()
          const refused = await fetch(`${origin}/oauth/token`, {
            method: "POST",
            body: new URLSearchParams({
              grant_type: "refresh_token",
              refresh_token: tokens.refresh_token,
              client_id: clientId
            })
          })
          assert.strictEqual(refused.status, 400)
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
