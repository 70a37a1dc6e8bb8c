// Drawings written as text, for reports and files.
import type { FigureNode } from "./FigureNode.ts"

/** Escapes a text for HTML and SVG, in elements and in quoted attributes. */
export const escape = (text: string): string => (/[&<>"]/u.test(text) ? escaped(text) : text)

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Attributes that SVG writes with capitals, as React does. */
const CAMEL_CASE_ATTRIBUTES = new Set(["viewBox", "preserveAspectRatio"])

const attributeName = (name: string): string =>
  name === "className"
    ? "class"
    : CAMEL_CASE_ATTRIBUTES.has(name) || !/[A-Z]/u.test(name)
      ? name
      : name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)

/** Writes a drawing as text, to stand in a page that has `figureStyle`. */
export const svgText = ({ attributes, children, tag }: FigureNode): string => {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${attributeName(name)}="${escape(String(value))}"`
  )
  const inside = children.map((child) => (typeof child === "string" ? escape(child) : svgText(child)))
  return `<${tag}${written.join("")}>${inside.join("")}</${tag}>`
}
