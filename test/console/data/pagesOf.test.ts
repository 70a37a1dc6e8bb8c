// Lists that are read page after page: what is asked for each page, and what a list shows while its filter changes.
import { InfiniteQueryObserver } from "@tanstack/react-query"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { pagesOf } from "../../../src/console/data/pagesOf.ts"
import { queryClient } from "../../../src/console/data/queryClient.ts"

const devices = (project: string, q: string, keepsRows = true) =>
  pagesOf(["devices", project, q], "/devices/", { query: { project_id: project, q, limit: 2 }, keepsRows })

/** Answers with the address that was asked, as the only row; there are two pages. */
const serve = (): void => {
  vi.stubGlobal("location", { pathname: "/" })
  vi.stubGlobal("fetch", async (address: string) =>
    Response.json({ items: [address], next_cursor: address.includes("cursor") ? null : "second" })
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

describe("a list in pages", () => {
  it("asks for the next page with the same filter, until there is none", async () => {
    serve()
    const list = new InfiniteQueryObserver(queryClient, devices("north", "a b"))
    const leave = list.subscribe(() => undefined)
    await list.refetch()
    assert.isTrue(list.getCurrentResult().hasNextPage)
    await list.fetchNextPage()
    const { data, hasNextPage } = list.getCurrentResult()
    const first = "/api/v1/devices?project_id=north&q=a+b&limit=2"
    assert.deepStrictEqual(
      data?.pages.flatMap(({ items }): ReadonlyArray<unknown> => items),
      [first, `${first}&cursor=second`]
    )
    assert.isFalse(hasNextPage)
    leave()
  })

  it("keeps its rows while its filter changes, not those of another project, and none where it must not", async () => {
    serve()
    const list = new InfiniteQueryObserver(queryClient, devices("north", ""))
    const leave = list.subscribe(() => undefined)
    await list.refetch()
    const shows = (options: ReturnType<typeof devices>) => {
      list.setOptions(options)
      return list.getCurrentResult().data !== undefined
    }
    assert.isTrue(shows(devices("north", "wolf")))
    assert.isFalse(shows(devices("south", "")))
    await list.refetch()
    assert.isFalse(shows(devices("south", "wolf", false)))
    leave()
  })
})
