// The page's colours for the canvas: a token is `light-dark(…)` as it is written, and resolved as the colour of
// an element.

const names = [
  "land",
  "water",
  "shore",
  "forest",
  "mire",
  "contour",
  "border",
  "area",
  "trail",
  "mark",
  "mark-edge",
  "ink",
  "ink2",
  "ink3",
  "brand",
  "found",
  "track-1",
  "track-2",
  "track-3",
  "track-4",
  "track-5",
  "track-6",
  "track-7",
  "track-8",
  "critical",
  "warning",
  "info"
] as const

export type Colours = Readonly<Record<(typeof names)[number], string>>

/** As they are now: another theme has others. */
export const coloursOf = (element: HTMLElement): Colours => {
  const probe = document.createElement("span")
  // colours that are forced on the page have no name among ours: the map keeps its own
  probe.style.setProperty("forced-color-adjust", "none")
  element.append(probe)
  const found = names.map((name) => {
    probe.style.color = `var(--${name})`
    return [name, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(found) as Colours // every name is in the list
}
