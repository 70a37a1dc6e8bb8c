// A project is made on screen, and deleted once its name is typed.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeHerd } from "../journeys/herd.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit, violations } from "../support/browser/visit.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("a project", (it) => {
  it.effect("is made with its words, and deleted once its name is typed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const slug = `ends-${Date.now()}`
        yield* makeHerd(house.client, slug)
        const { complaints, page } = yield* visit(house.browser, { session: house })
        const name = `Lower alp ${slug}`
        yield* Effect.promise(async () => {
          await page.goto(`/p/${slug}/live`)
          await page.getByRole("button", { name: `Herd ${slug}` }).click()
          await page.getByRole("button", { name: "New project" }).click()
          const form = page.getByRole("dialog", { name: "New project" })
          await form.getByLabel("Name").fill(name)
          await form.getByLabel("Time zone").fill("Europe/Zurich")
          await form.getByLabel("What is followed: one").fill("cow")
          await form.getByLabel("and many").fill("cows")
          assert.deepStrictEqual(await violations(page), [])
          await form.getByRole("button", { name: "Create project" }).click()
          await page.waitForURL("**/p/lower-alp-*/live")
          const made = new URL(page.url()).pathname.replace("/live", "")
          await page.goto(`${made}/project/settings`)
          await page.getByRole("button", { name: "Delete the project" }).click()
          const question = page.getByRole("dialog", { name: `Delete ${name}?` })
          const act = question.getByRole("button", { name: "Delete the project" })
          assert.isTrue(await act.isDisabled())
          await question.getByLabel("Type the name of the project").fill(name)
          assert.deepStrictEqual(await violations(page), [])
          await act.click()
          await page.getByText(`${name} is deleted.`).waitFor()
        })
        const all = yield* house.client.all<{ readonly name: string }>("/projects")
        assert.notInclude(
          all.map((one) => one.name),
          name
        )
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
