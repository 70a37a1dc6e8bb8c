// What CodeMirror offers while a rule is written: members that may stand here, and the values of those that have
// a few.
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete"
import type { EditorState } from "@codemirror/state"
import type { Json } from "../document.ts"
import { aroundOf, nameOf } from "./jsonTree.ts"
import { membersAt, type Schema, valuesAt } from "./schemaWords.ts"

/** The text as JSON; undefined: it is none yet. */
export const documentOf = (state: EditorState): Json | undefined => {
  try {
    const parsed: unknown = JSON.parse(state.doc.toString())
    return parsed as Json // JSON.parse answers nothing else
  } catch {
    return undefined
  }
}

/** Where the word begins that is being written. */
const begin = (context: CompletionContext): number => context.matchBefore(/"?[\w.]*$/)?.from ?? context.pos

/** `known`: the document as it was last whole; it says of which kind a condition is while it is written. */
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
  // one quotation mark may have been closed already
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
