// A drawing of `src/figures` as elements of the page: the same tree that the report writes as text.
import { createElement, memo, type ReactNode } from "react"
import type { FigureNode } from "../../figures/FigureNode.ts"
import { figureStyle } from "../../figures/figureStyle.ts"

// the content policy lets no style element in; a sheet of one's own is none
const sheet = new CSSStyleSheet()
sheet.replaceSync(figureStyle)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

const elementOf = (node: FigureNode | string, key: number): ReactNode =>
  typeof node === "string"
    ? node
    : createElement(node.tag, { key, ...node.attributes }, ...node.children.map(elementOf))

/** FigureTree draws a tree. */
export const FigureTree = memo(({ of }: { readonly of: FigureNode }) => elementOf(of, 0))
