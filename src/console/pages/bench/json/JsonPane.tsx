// The rule as JSON. The editor is loaded on first use.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react"
import { words } from "../../../../words/language.ts"
import { type Mistake } from "../../../data/api/Refused.ts"
import { ruleSchema } from "../../../data/rules.ts"
import { Parts } from "../../../design/Parts.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { isObject, isSame, type JsonObject, pretty } from "../document.ts"
import type { Editor } from "./Editor.ts"
import look from "../bench.module.css"

interface JsonPaneProps {
  readonly document: JsonObject
  /** the typed text where it is not valid JSON; else null */
  readonly broken: string | null
  readonly problems: ReadonlyArray<Mistake>
  /** `document` null: the text is not valid JSON */
  readonly onText: (text: string, document: JsonObject | null) => void
}

const parsed = (text: string): JsonObject | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** JsonPane edits a rule document as JSON. */
export const JsonPane = ({ broken, document, onText, problems }: JsonPaneProps) => {
  const { project } = useProject()
  const { data: schema } = useQuery(ruleSchema(project.id))
  const [editor, setEditor] = useState<Editor | null>(null)
  const told = useRef(onText)
  const typed = useRef(new WeakSet<JsonObject>())
  const first = useRef(broken ?? pretty(document))
  useEffect(() => {
    told.current = onText
  })
  const mount = useCallback((container: HTMLDivElement) => {
    let opened: Editor | null = null
    let gone = false
    const open = async () => {
      const { openEditor } = await import("./Editor.ts")
      if (gone) return
      opened = openEditor(container, first.current, words.bench.json.label, (next) => {
        const document = parsed(next)
        if (document !== null) typed.current.add(document)
        told.current(next, document)
      })
      setEditor(opened)
    }
    // events from a shadow root do not reveal the editor: stop letters, so that they do not act as page commands
    const keep = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    }
    container.addEventListener("keydown", keep)
    void open()
    return () => {
      gone = true
      container.removeEventListener("keydown", keep)
      opened?.remove()
      setEditor(null)
    }
  }, [])
  useEffect(() => {
    if (editor === null || broken !== null) return
    // the typed text stays; only another document replaces it
    if (typed.current.has(document)) return
    const now = parsed(editor.text())
    if (now === null || !isSame(now, document)) editor.setText(pretty(document))
  }, [editor, broken, document])
  useEffect(() => editor?.setMistakes(problems), [editor, problems])
  useEffect(() => {
    if (schema !== undefined) editor?.setSchema(schema)
  }, [editor, schema])
  return (
    <div className={look["json"]}>
      <div className={look["editor"]} ref={mount} data-ready={editor !== null} />
      <ul className={look["mistakes"]} aria-label={words.bench.json.mistakes} aria-live="polite">
        {problems.map(({ detail, pointer }) => (
          <li key={`${pointer} ${detail}`}>
            <code>{pointer === "" ? "/" : pointer}</code> {detail}
          </li>
        ))}
      </ul>
      <p className={look["hint"]}>
        <Parts
          of={words.bench.json.hint<ReactNode>({
            complete: <kbd>Ctrl Space</kbd>,
            escape: <kbd>Esc</kbd>,
            tab: <kbd>Tab</kbd>
          })}
        />
      </p>
    </div>
  )
}
