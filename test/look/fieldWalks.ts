// What people do on the map that takes long, or needs a hand: a removal that is left to happen, a file that is
// dropped, ground of the deployment's own.
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { oneWater } from "../support/browser/tileFile.ts"
import { coloursOf } from "../support/browser/visit.ts"
import type { Walk } from "./walks.ts"

/** The water of the map in light, red, green, blue; and how far from it a picture may be. */
const WATER = [196, 218, 222] as const,
  NEAR = 8

const ready = (page: Page) => page.locator("[data-ready]").first().waitFor()

/** A name of its own for each walk: a service that runs already has the areas of the walk before. */
const naming = (word: string) => `${word} ${Date.now().toString(36)}`

const nameOnMap = (page: Page, name: string) => page.locator("[data-panel] li", { hasText: name })

export const fieldWalks: ReadonlyArray<Walk> = [
  {
    name: "remove an area for good",
    path: "/p/demo/live?tool=draw",
    go: async (page) => {
      const name = naming("Old pen")
      await ready(page)
      await page
        .getByLabel("Corners, longitude and latitude, one a line")
        .fill("-6.30, 39.40\n-6.29, 39.40\n-6.29, 39.41\n-6.30, 39.41")
      await page.getByLabel("Name").fill(name)
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByText("Rules use it from now on.").waitFor()
      await page.goto(page.url().replace(/\/live.*/, "/live?tool=areas"))
      await nameOnMap(page, name).getByRole("button").first().click()
      let asked = 0
      page.on("request", (request) => {
        if (request.method() === "DELETE") asked = performance.now()
      })
      const gone = page.waitForResponse((answer) => answer.request().method() === "DELETE")
      const began = performance.now()
      await page.getByRole("button", { name: "Remove" }).click()
      await page.getByText(`Removed: ${name}`).waitFor()
      const status = (await gone).status()
      if (status !== 204 && status !== 200) throw new Error(`the removal was answered with ${status}`)
      if (asked - began < 29_000)
        throw new Error(`it was removed after ${asked - began} ms, without a way back`)
      await page.goto(page.url().replace(/\/live.*/, "/live?tool=areas"))
      await nameOnMap(page, "Farm fence").waitFor()
      if ((await nameOnMap(page, name).count()) > 0) throw new Error("it is still in the list")
    }
  },
  {
    name: "drop a file on the page",
    path: "/p/demo/live?tool=import",
    go: async (page) => {
      const name = naming("Well")
      await ready(page)
      await page.locator("input[type=file]").waitFor({ state: "attached" })
      const file = await page.evaluateHandle((called) => {
        const well = {
          type: "Feature",
          properties: { name: called },
          geometry: { type: "Point", coordinates: [-6.3, 39.4] }
        }
        const transfer = new DataTransfer()
        transfer.items.add(new File([JSON.stringify(well)], "wells.geojson"))
        return transfer
      }, name)
      await page.dispatchEvent("body", "dragenter", { dataTransfer: file })
      await page.locator("[data-over=true]").waitFor()
      await page.dispatchEvent("body", "drop", { dataTransfer: file })
      await page.getByRole("button", { name: "Import 1" }).click()
      await page.getByText("Imported: 1 of wells.geojson").waitFor()
    }
  },
  {
    name: "where you are",
    path: "/p/demo/live",
    go: async (page) => {
      await ready(page)
      const { origin } = new URL(page.url())
      const sent: Array<string> = []
      page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`))
      const press = () => page.getByRole("button", { name: "Where you are" }).click()
      await page.context().grantPermissions([], { origin })
      await press()
      await page.getByText("The browser may not say where you are").waitFor()
      await page.context().grantPermissions(["geolocation"], { origin })
      await page.context().setGeolocation({ longitude: -6.2951, latitude: 39.4049, accuracy: 40 })
      await press()
      await page.locator("[data-here='40']").waitFor()
      if (sent.some((text) => text.includes("6.2951"))) throw new Error("the place was sent")
    }
  },
  {
    name: "ground of vector tiles",
    path: "/p/demo/live",
    go: async (page, { directory }) => {
      await ready(page)
      if (directory === null) return // whose service it is has chosen its ground
      const tiles = join(directory, "data/basemap.pmtiles")
      writeFileSync(tiles, oneWater())
      try {
        await page.reload()
        await ready(page)
        // at the edge, where no area tints it
        const { first } = await coloursOf(page, { x: 70, y: 200, width: 40, height: 200 })
        if (first.some((part, i) => Math.abs(part - WATER[i]!) > NEAR))
          throw new Error(`the ground is ${first.join()}, and no water`)
      } finally {
        rmSync(tiles)
      }
    }
  }
]
