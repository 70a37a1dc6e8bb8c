// Texts of a page in the pseudo-language that are in no catalogue: all that stands outside of its marks.
import type { Page } from "playwright-core"

/** Attributes that people read or hear. */
const SPOKEN_ATTRIBUTES = ["aria-label", "title", "placeholder", "alt", "aria-description"]

/**
 * Returns the texts of a page outside of marks, with at least two letters: of its visible text nodes, and of
 * the attributes of visible elements.
 */
export const unmarkedTexts = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate((attributes) => {
    const found = new Set<string>()
    const note = (text: string) => {
      const plain = text.replaceAll(/\s+/g, " ").trim()
      if (/\p{L}{2}/u.test(plain)) found.add(plain)
    }
    /** The depth of marks after a text; what stands at depth 0 is noted. */
    const read = (text: string, before: number): number => {
      let depth = before,
        outside = ""
      for (const character of text) {
        if (character === "⟦") depth += 1
        else if (character === "⟧") depth -= 1
        else outside += depth === 0 ? character : "\n"
      }
      for (const piece of outside.split("\n")) note(piece)
      return depth
    }
    const isHidden = (element: Element) =>
      ["SCRIPT", "STYLE", "CODE", "KBD", "PRE", "NOSCRIPT"].includes(element.tagName) ||
      !element.checkVisibility({ visibilityProperty: true })
    let depth = 0
    const walk = (element: Element): void => {
      if (isHidden(element)) return
      for (const name of attributes) read(element.getAttribute(name) ?? "", 0)
      for (const child of element.childNodes) {
        if (child instanceof Element) walk(child)
        else if (child instanceof Text) depth = read(child.data, depth)
      }
    }
    walk(document.body)
    return [...found]
  }, SPOKEN_ATTRIBUTES)

/** Returns the text of a page, to be compared with that of the next page. */
export const textOf = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText)

/** Waits until another page than the one with the text `before` is shown, and its text no longer changes. */
export const settled = async (page: Page, before: string): Promise<void> => {
  await page.waitForFunction((old) => document.body.innerText !== old, before, { polling: 100 })
  await page.waitForFunction(
    () => {
      const kept = globalThis as unknown as { said?: string; since?: number }
      const text = document.body.innerText.replaceAll(/\d+/g, "")
      if (kept.said !== text || text.trim() === "") {
        kept.said = text
        kept.since = performance.now()
      }
      return performance.now() - kept.since! > 1000
    },
    null,
    { polling: 200 }
  )
}
