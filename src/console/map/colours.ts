// The page's colours for the canvas. A token is written as `light-dark(…)`; the browser resolves it as the colour
// of an element.

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

/** The resolved colours by token name. */
export type Colours = Readonly<Record<(typeof names)[number], string>>

/** Resolves the colours of the current theme at an element. */
export const coloursOf = (element: HTMLElement): Colours => {
  const probe = document.createElement("span")
  // in forced-colours mode the system colours do not match our tokens: the map keeps its own
  probe.style.setProperty("forced-color-adjust", "none")
  element.append(probe)
  const found = names.map((name) => {
    probe.style.color = `var(--${name})`
    return [name, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(found) as Colours // the entries cover every name
}
