// A drawing as a small tree of SVG elements, neither text nor React: the report, the export and the console draw
// with the same code.

/** One element of a drawing. */
export interface FigureNode {
  readonly tag: "svg" | "g" | "path" | "rect" | "circle" | "text" | "title" | "style"
  /** by their names in React: `className`, `strokeDasharray`, `viewBox` */
  readonly attributes: Readonly<Record<string, string | number>>
  readonly children: ReadonlyArray<FigureNode | string>
}

/** Makes an element. */
export const el = (
  tag: FigureNode["tag"],
  attributes: FigureNode["attributes"],
  ...children: FigureNode["children"]
): FigureNode => ({ tag, attributes, children })

/** Rounds a coordinate to a tenth of a pixel. */
export const px = (value: number): number => Math.round(value * 10) / 10

/** Makes the root of a drawing; `label` is what a screen reader says, and an empty one that it says nothing. */
export const svg = (
  label: string,
  width: number,
  height: number,
  ...children: FigureNode["children"]
): FigureNode =>
  el(
    "svg",
    {
      className: "figure",
      viewBox: `0 0 ${px(width)} ${px(height)}`,
      ...(label === "" ? { "aria-hidden": "true" } : { role: "img", "aria-label": label })
    },
    ...children
  )

/** Counts the elements of a drawing: pages assert a bound on it. */
export const countElements = ({ children }: FigureNode): number =>
  children.reduce((sum, child) => sum + (typeof child === "string" ? 0 : countElements(child)), 1)
