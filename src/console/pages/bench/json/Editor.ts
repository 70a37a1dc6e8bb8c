// CodeMirror for rule documents, outside React: JSON with completion from the served schema; the server's messages
// are underlined at their pointers. In a chunk of its own, the only importer of the library.
import {
  autocompletion,
  completionKeymap,
  closeBrackets,
  closeBracketsKeymap
} from "@codemirror/autocomplete"
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands"
import { json } from "@codemirror/lang-json"
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language"
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint"
import { EditorState } from "@codemirror/state"
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view"
import { tags } from "@lezer/highlight"
import type { Mistake } from "../../../data/api/Refused.ts"
import { rangeAt, syntaxMistake } from "./jsonTree.ts"
import type { Schema } from "./schemaWords.ts"
import { completeFrom, documentOf } from "./completion.ts"
import type { Json } from "../document.ts"

/** Editor is an open CodeMirror editor. */
export interface Editor {
  readonly text: () => string
  /** Replaces the text, unless it is the same. */
  readonly setText: (text: string) => void
  readonly setMistakes: (mistakes: ReadonlyArray<Mistake>) => void
  readonly setSchema: (schema: Schema) => void
  readonly focus: () => void
  readonly remove: () => void
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--brand)" },
  { tag: tags.string, color: "var(--ink)" },
  { tag: tags.number, color: "var(--info)" },
  { tag: [tags.bool, tags.null], color: "var(--warning)" },
  { tag: tags.punctuation, color: "var(--ink3)" }
])

const dress = EditorView.theme({
  "&": { height: "100%", fontSize: "0.75rem", backgroundColor: "var(--panel)", color: "var(--ink)" },
  "&.cm-focused": { outline: "0" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-gutters": { backgroundColor: "var(--panel2)", color: "var(--ink3)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in oklab, var(--tint) 55%, transparent)"
  },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklab, var(--brand) 25%, transparent) !important"
  },
  ".cm-tooltip": {
    backgroundColor: "var(--panel)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "7px",
    boxShadow: "var(--shadow)"
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--tint)",
    color: "var(--ink)"
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--critical)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--critical)",
    textUnderlineOffset: "3px"
  }
})

/** openEditor opens an editor in an element; `onText` is called on every typed change. */
export const openEditor = (
  parent: HTMLElement,
  text: string,
  label: string,
  onText: (text: string) => void
): Editor => {
  // in a shadow root, styles are constructed sheets; the content security policy blocks style elements
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" })
  let schema: Schema | null = null
  let isSet = false
  let isGone = false
  let whole: Json | undefined
  let mistakes: ReadonlyArray<Mistake> = []
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        indentUnit.of("  "),
        EditorState.tabSize.of(2),
        json(),
        syntaxHighlighting(colours),
        autocompletion({ override: [(context) => completeFrom(context, schema, whole)], icons: false }),
        lintGutter(),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab
        ]),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorView.lineWrapping,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return
          whole = documentOf(update.state) ?? whole
          // the underlined text has changed
          queueMicrotask(underline)
          if (!isSet) onText(update.state.doc.toString())
        }),
        dress
      ]
    })
  })
  const underline = () => {
    if (isGone) return
    const { state } = view
    const broken = syntaxMistake(state)
    const found: ReadonlyArray<Diagnostic> =
      broken === null
        ? mistakes.map(({ detail, pointer }) => ({
            ...rangeAt(state, pointer),
            severity: "error",
            message: detail
          }))
        : [broken]
    view.dispatch(setDiagnostics(state, [...found]))
  }
  return {
    text: () => view.state.doc.toString(),
    setText: (next) => {
      const now = view.state.doc.toString()
      if (now === next) return
      isSet = true
      view.dispatch({ changes: { from: 0, to: now.length, insert: next } })
      isSet = false
    },
    setMistakes: (next) => {
      mistakes = next
      underline()
    },
    setSchema: (next) => {
      schema = next
    },
    focus: () => view.focus(),
    remove: () => {
      isGone = true
      view.destroy()
    }
  }
}
