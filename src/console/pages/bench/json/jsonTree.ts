// Positions in a JSON text by CodeMirror's syntax tree: from a pointer to its range, from a position to its pointer,
// and the first syntax error.
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language"
import type { Diagnostic } from "@codemirror/lint"
import type { EditorState } from "@codemirror/state"
import type { SyntaxNode } from "@lezer/common"
import { words } from "../../../../words/language.ts"
import { stepsOf } from "../../../../domain/jsonPointer.ts"

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"])
const isValue = ({ name }: SyntaxNode): boolean => VALUES.has(name)

const childrenOf = (node: SyntaxNode): ReadonlyArray<SyntaxNode> => {
  const children: Array<SyntaxNode> = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

const textOf = (state: EditorState, { from, to }: SyntaxNode): string => state.sliceDoc(from, to)

/** nameOf returns the name of a member without quotation marks. */
export const nameOf = (state: EditorState, property: SyntaxNode): string => {
  const name = property.getChild("PropertyName")
  if (name === null) return ""
  try {
    return String(JSON.parse(textOf(state, name)))
  } catch {
    return "" // half typed
  }
}

/** valueOf returns the value node of a member. */
const valueOf = (property: SyntaxNode): SyntaxNode | undefined => childrenOf(property).find(isValue)

const treeOf = (state: EditorState): SyntaxNode =>
  (ensureSyntaxTree(state, state.doc.length, 200) ?? syntaxTree(state)).topNode

/** rangeAt returns the range of a pointer, or of its deepest existing ancestor. */
export const rangeAt = (
  state: EditorState,
  pointer: string
): { readonly from: number; readonly to: number } => {
  let node = childrenOf(treeOf(state)).find(isValue)
  let range = node === undefined ? { from: 0, to: state.doc.length } : { from: node.from, to: node.from + 1 }
  for (const key of stepsOf(pointer)) {
    if (node === undefined) break
    if (node.name === "Array") {
      node = childrenOf(node).filter(isValue)[Number(key)]
      if (node !== undefined)
        range = { from: node.from, to: node.name === "Object" ? node.from + 1 : node.to }
      continue
    }
    const property: SyntaxNode | undefined = node
      .getChildren("Property")
      .find((one) => nameOf(state, one) === key)
    if (property === undefined) break
    const name = property.getChild("PropertyName") ?? property
    node = valueOf(property)
    // underline the name instead of a whole object
    const isWide = node === undefined || node.name === "Object" || node.name === "Array"
    range = isWide ? { from: name.from, to: name.to } : { from: node!.from, to: node!.to }
  }
  return range
}

/** syntaxMistake returns the first syntax error; null: the text is valid JSON. */
export const syntaxMistake = (state: EditorState): Diagnostic | null => {
  const text = state.doc.toString()
  try {
    JSON.parse(text)
    return null
  } catch {
    let at: number | null = null
    treeOf(state)
      .cursor()
      .iterate((node) => {
        if (at === null && node.type.isError) at = node.from
        return at === null
      })
    const from = Math.max(0, Math.min(at ?? text.length, text.length) - (at === text.length ? 1 : 0))
    return { from, to: Math.min(text.length, from + 1), severity: "error", message: words.bench.json.notJson }
  }
}

/** aroundOf returns the pointer of the object or list around a position, and the member being typed there. */
export const aroundOf = (
  state: EditorState,
  at: number
): { readonly path: ReadonlyArray<string>; readonly object: SyntaxNode | null } => {
  const path: Array<string> = []
  let object: SyntaxNode | null = null
  let node: SyntaxNode | null = treeOf(state).resolveInner(at, -1)
  for (let child: SyntaxNode | null = null; node !== null; child = node, node = node.parent) {
    if (node.name === "Object" && object === null && path.length === 0) object = node
    if (node.name === "Property" && (child === null || child.name !== "PropertyName"))
      path.unshift(nameOf(state, node))
    if (node.name === "Array" && child !== null) {
      const own: SyntaxNode = child
      path.unshift(
        String(
          childrenOf(node)
            .filter(isValue)
            .findIndex(({ from }) => from === own.from)
        )
      )
    }
  }
  return { path, object }
}
