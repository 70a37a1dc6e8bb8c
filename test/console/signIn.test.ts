// The way in and out: who is asked, what is said to whoever is not let in, and where people come back to.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Locator, Page } from "playwright-core"
import { logIn, logOut, PASSWORD } from "../support/browser/shared.ts"
import { type Given, letIn } from "../support/browser/letIn.ts"
import { listens } from "../support/browser/listens.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { signIn, violations, visit } from "../support/browser/visit.ts"
import type { ClientKind } from "../support/mcp.ts"
import { callOf, setOut } from "../support/sdkClients.ts"
import { STORY } from "../support/stories.ts"

const ADMIN = "admin@localhost"

/** Waits until the whole of an element lies within the window. */
const insideView = async (page: Page, element: Locator) =>
  page.waitForFunction(
    (node) => {
      const { bottom, top } = node.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    },
    await element.elementHandle()
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

  it.effect("opens in a new browser the project with open alerts, and the tab says so", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const shared = yield* TheConsole
        const { browser, client, origin } = shared
        const alarmed = yield* makeMeadow(client, "alarmed", ["Alma"])
        yield* alarmed.walk("Alma", [
          [9, "inside"],
          [8, "outside"]
        ])
        yield* alarmed.alerted(1)
        const quiet = yield* makeMeadow(client, "quiet", ["Bruno"])
        const person = yield* makeMember(shared, alarmed, { role: "operator", scope: null })
        yield* client.post(`/projects/${quiet.projectId}/members`, { user_id: person.id, role: "viewer" })
        const opened = Effect.fnUntraced(function* () {
          const { page } = yield* visit(browser, { session: { origin, cookie: person.cookie } })
          yield* Effect.promise(() => page.goto("/"))
          return page
        })
        const page = yield* opened()
        yield* Effect.promise(async () => {
          await page.waitForURL(`**${alarmed.path}/live`)
          const name = alarmed.path.replace("/p/", "Herd ")
          await page.waitForFunction((title) => document.title === title, `(1) Live · ${name} · Pugmark`)
          await page.goto(`${quiet.path}/animals`)
          await page.getByRole("link", { name: "Bruno" }).click()
          const quietName = quiet.path.replace("/p/", "Herd ")
          await page.waitForFunction((title) => document.title === title, `Bruno · ${quietName} · Pugmark`)
        })
        const other = yield* opened()
        yield* Effect.promise(() => other.waitForURL(`**${quiet.path}/live`))
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
          assert.strictEqual(await logOut(origin, cookie), 204)
          await page.getByText("Your session is over.").waitFor()
          await signIn(page, ADMIN, PASSWORD)
          await page.getByRole("link", { name: "Alma" }).waitFor()
          assert.strictEqual(page.url(), `${origin}${meadow.path}/animals?sort=name`)
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect(
    "has the note again that was being written when the session was over",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { browser, client, origin } = yield* TheConsole
          const meadow = yield* makeMeadow(client, "note", ["Alma"])
          yield* meadow.walk("Alma", [
            [9, "inside"],
            [8, "outside"]
          ])
          yield* meadow.alerted(1)
          const cookie = yield* Effect.promise(() => logIn(origin, ADMIN, PASSWORD))
          const { complaints, page } = yield* visit(browser, {
            session: { origin, cookie },
            expected: /401|503/
          })
          yield* Effect.promise(async () => {
            const note = page.getByLabel("What was it?")
            const open = async () => {
              await page.getByRole("heading", { name: "Alma left Home" }).waitFor()
              await page.keyboard.press("r")
              await note.waitFor()
            }
            await page.goto(`${meadow.path}/alerts`)
            await open()
            await note.fill("The gate was open.")
            assert.strictEqual(await logOut(origin, cookie), 204)
            await page.getByText("Your session is over.").waitFor()
            await signIn(page, ADMIN, PASSWORD)
            await open()
            assert.strictEqual(await note.inputValue(), "The gate was open.")
            await page.getByRole("button", { name: "Cancel" }).click()
            await note.waitFor({ state: "detached" })
            await open()
            assert.strictEqual(await note.inputValue(), "")
          })
          assert.deepStrictEqual(complaints, [])
        })
      ),
    STORY
  )

  it.effect(
    "lets go of somebody who signs out: back shows nothing of what they saw",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { browser, client, origin } = yield* TheConsole
          const meadow = yield* makeMeadow(client, "out", ["Alma"])
          for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
            yield* client.post("/projects", {
              name: `Pasture ${number}`,
              slug: `${meadow.path.slice(3)}-${number}`
            })
          }
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
            await page.goto(`${meadow.path}/no-such-page`)
            await page.getByRole("heading", { name: "There is no such page." }).waitFor()
            // an address that is of no project of theirs is not another project's
            await page.goto(`${origin}/p/no-such-herd/alerts`)
            await page.getByRole("heading", { name: "There is no such project." }).waitFor()
            // the list is turned to its heading and to its last project with the wheel, however low the window is
            await page.setViewportSize({ width: 1280, height: 240 })
            await page.mouse.move(640, 120)
            await page.mouse.wheel(0, 10_000)
            const links = page.getByRole("list", { name: "Your projects" }).getByRole("link")
            await insideView(page, links.last())
            await page.mouse.wheel(0, -10_000)
            await insideView(page, page.getByRole("heading", { name: "There is no such project." }))
            assert.deepStrictEqual(await violations(page), [])
            await page.getByRole("link", { name: `Herd ${meadow.path.slice(3)}` }).click()
            await page.waitForURL(`${origin}${meadow.path}/live`)
          })
          assert.deepStrictEqual(complaints, [])
        })
      ),
    STORY
  )

  it.effect(
    "lets AI clients in for what somebody leaves of it, renews them, and lets them go again",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { browser, client, origin } = yield* TheConsole
          const meadow = yield* makeMeadow(client, "assistant", [])
          const { email, id } = yield* makeMember({ client, origin }, meadow, {
            role: "operator",
            scope: null
          })
          const kept = yield* client.post("/projects", {
            name: "Kept to oneself",
            slug: `${meadow.path.slice(3)}-2`
          })
          yield* client.post(`/projects/${kept.id}/members`, { user_id: id, role: "viewer" })
          // narrow: no map is drawn behind the page
          const { complaints, page } = yield* visit(browser, { width: 780, expected: /401|503/ })
          const callback = yield* listens
          const comeIn = async (kind: ClientKind, given: Partial<Given>) => {
            const { address, arrive, keeper } = await setOut(kind, new URL(`${origin}/mcp`), callback)
            // as a program does that wants more than it is told to ask for
            address.searchParams.set("scope", "project:read traces:read alerts:write events:write")
            const projects = [`Herd ${meadow.path.slice(3)}`],
              without = [/^Acknowledge, resolve and snooze/]
            const back = await letIn(page, address.href, { projects, without, ...given })
            const program = await arrive(back.searchParams)
            const ask = () => callOf(program, "list_projects")
            const { text } = await ask()
            assert.include(text, meadow.projectId)
            assert.notInclude(text, kept.id)
            const { refresh_token, scope } = keeper.given()
            assert.strictEqual(scope, "project:read traces:read events:write")
            keeper.age()
            assert.include((await ask()).text, meadow.projectId)
            assert.notStrictEqual(keeper.given().refresh_token, refresh_token)
            return { ask, program }
          }
          yield* Effect.promise(async () => {
            const look = async () => {
              await page.getByText("any program may use that name").waitFor()
              assert.deepStrictEqual(await violations(page), [])
            }
            const modern = await comeIn("modern", { as: { email, password: PASSWORD }, look })
            const old = await comeIn("old", {})
            const { text } = await callOf(old.program, "create_event", {
              project_id: meadow.projectId,
              event_type: "WOLF_SEEN",
              title: "A wolf at the fence",
              lon: 0,
              lat: 0,
              request_key: "night-1"
            })
            const [, told] = /event_id\W+([0-9a-f-]{36})/.exec(text)!
            await page.goto(`${origin}${meadow.path}/events/${told}`)
            const said = page.getByRole("region", { name: "What was reported" })
            await said.getByText("an AI client", { exact: true }).waitFor()
            await said.getByText(/^Field Assistant for /).waitFor()
            await page.goto(`${origin}/account`)
            const buttons = page.getByRole("button", { name: "Disconnect Field Assistant" })
            for (const left of [1, 0]) {
              await buttons.nth(left).click()
              await buttons.nth(left).waitFor({ state: "detached" })
            }
            for (const { ask } of [modern, old]) assert.isNotNull((await ask()).error)
          })
          assert.deepStrictEqual(complaints, [])
        })
      ),
    STORY
  )
})
