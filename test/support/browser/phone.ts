// A phone with OwnTracks: it scans the code of the page that connects it, and reports as the app does.
import type { Page } from "playwright-core"
import { scanned } from "../scanned.ts"

/** What OwnTracks keeps of a code. */
export interface OwnTracksSetup {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly deviceId: string
  readonly tid: string
}

/** scanOwnTracks reads the code of this name on the page as the app does. */
export const scanOwnTracks = async (page: Page, name: string): Promise<OwnTracksSetup> => {
  const code = page.getByRole("img", { name })
  const size = Number((await code.getAttribute("viewBox"))!.split(" ")[2])
  const link = new URL(scanned((await code.locator("path").getAttribute("d"))!, size))
  return JSON.parse(Buffer.from(link.searchParams.get("inline")!, "base64").toString("utf8"))
}

/** tellAsOwnTracks posts as the app does that was set up so. */
export const tellAsOwnTracks = (
  { deviceId, password, tid, url, username }: OwnTracksSetup,
  body: object
): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${btoa(`${username}:${password}`)}`
    },
    body: JSON.stringify({ topic: `owntracks/${username}/${deviceId}`, tid, ...body })
  })

/**
 * locationOf is a report as the Android app sends it in its mode for the way (`m` 1: significant, `t` "u":
 * asked for by hand), at a time in ms since 1970.
 */
export const locationOf = (time: number, lon: number, lat: number) => ({
  _type: "location",
  acc: 12,
  alt: 612,
  batt: 78,
  bs: 1,
  conn: "m",
  created_at: Math.floor(time / 1000),
  lat,
  lon,
  m: 1,
  t: "u",
  tst: Math.floor(time / 1000),
  vac: 3,
  vel: 4
})
