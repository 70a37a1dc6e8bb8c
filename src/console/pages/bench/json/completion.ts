// Completion in the rule editor: allowed members, and the values of members that have a fixed set.
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete"
import type { EditorState } from "@codemirror/state"
import type { Json } from "../document.ts"
import { aroundOf, nameOf } from "./jsonTree.ts"
import { membersAt, type Schema, valuesAt } from "./schemaWords.ts"

/** documentOf parses the text; undefined: not valid JSON. */
export const documentOf = (state: EditorState): Json | undefined => {
  try {
    const parsed: unknown = JSON.parse(state.doc.toString())
    return parsed as Json // JSON.parse returns only JSON values
  } catch {
    return undefined
  }
}

/** Returns the start of the word at the cursor. */
const begin = (context: CompletionContext): number => context.matchBefore(/"?[\w.]*$/)?.from ?? context.pos

/**
 * completeFrom returns a completion source; `known`: the last valid document, which tells the kind of a
 * half-typed condition.
 */
export const completeFrom = (
  context: CompletionContext,
  schema: Schema | null,
  known: Json | undefined
): CompletionResult | null => {
  if (schema === null) return null
  const { pos, state } = context
  const from = begin(context)
  if (!context.explicit && from === pos) return null
  const before = state.sliceDoc(Math.max(0, from - 80), from).trimEnd()
  const { object, path } = aroundOf(state, from)
  // the editor may have closed the quotation mark already
  const to = state.sliceDoc(pos, pos + 1) === '"' && state.sliceDoc(from, from + 1) === '"' ? pos + 1 : pos
  if (before.endsWith(":") || (before.endsWith("[") && object === null)) {
    const options = valuesAt(schema, documentOf(state) ?? known, path)
    return options.length === 0
      ? null
      : { from, to, options: options.map((label) => ({ label })), filter: true }
  }
  if (!before.endsWith("{") && !before.endsWith(",")) return null
  const present = object === null ? [] : object.getChildren("Property").map((one) => nameOf(state, one))
  const typed = state.sliceDoc(from, pos).replace('"', "")
  const options = membersAt(
    schema,
    documentOf(state) ?? known,
    path,
    present.filter((name) => name !== typed)
  )
  return options.length === 0
    ? null
    : {
        from,
        to,
        options: options.map(({ description, name, title, value }) => ({
          label: `"${name}"`,
          detail: title,
          info: description,
          apply: `"${name}": ${value}`
        }))
      }
}
