// A drawing of `src/figures` as elements of the page: the same tree that the report writes as text.
import { createElement, memo, type ReactNode } from "react"
import type { FigureNode } from "../../../figures/FigureNode.ts"
import { figureStyle } from "../../../figures/figureStyle.ts"

// the content security policy blocks style elements but allows constructed sheets
const sheet = new CSSStyleSheet()
sheet.replaceSync(figureStyle)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

const elementOf = (node: FigureNode | string, key: number): ReactNode =>
  typeof node === "string"
    ? node
    : createElement(node.tag, { key, ...node.attributes }, ...node.children.map(elementOf))

/** FigureTree renders a drawing. */
export const FigureTree = memo(({ of }: { readonly of: FigureNode }) => elementOf(of, 0))
