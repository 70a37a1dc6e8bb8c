// The ways in which a page is looked at.
import type { BrowserContextOptions } from "playwright-core"

export interface Look {
  readonly name: string
  readonly options: BrowserContextOptions
  /** of the main pages alone */
  readonly mainOnly?: boolean
  /** the size of text, percent */
  readonly text?: number
}

const DESK = { width: 1440, height: 900 }
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

export const looks: ReadonlyArray<Look> = [
  { name: "light", options: { viewport: DESK, colorScheme: "light" } },
  { name: "dark", options: { viewport: DESK, colorScheme: "dark" } },
  { name: "phone", options: { ...PHONE, colorScheme: "light" } },
  { name: "phone-dark", options: { ...PHONE, colorScheme: "dark" }, mainOnly: true },
  { name: "text-200", options: { viewport: DESK, colorScheme: "light" }, mainOnly: true, text: 200 },
  { name: "forced", options: { viewport: DESK, forcedColors: "active" }, mainOnly: true }
]
