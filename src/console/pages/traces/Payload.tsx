// The payload as received, with the refused member marked.
import { useMemo } from "react"
import { words } from "../../../words/language.ts"
import { isMarked, MOST_LINES, payloadLines } from "./payloadLines.ts"
import look from "./trace.module.css"
import { copyText } from "../../shell/clipboard.ts"

interface PayloadProps {
  readonly of: unknown
  /** a JSON pointer into the payload */
  readonly marked: string | null
}

const isCut = (value: unknown): value is { readonly characters: number; readonly start: string } =>
  typeof value === "object" && value !== null && "cut" in value && "start" in value && value.cut === true

/** The payload as received. */
export const Payload = ({ marked, of }: PayloadProps) => {
  const text = useMemo(() => JSON.stringify(of, null, 2), [of])
  const lines = useMemo(() => payloadLines(of), [of])
  const copy = () => copyText(text, words.traces.payload.copied)
  return (
    <section className={look["payload"]} aria-label={words.traces.payload.title}>
      <header className={look["head"]}>
        <h2>{words.traces.payload.title}</h2>
        <span className="soft num">
          {words.traces.payload.size({ bytes: new Blob([JSON.stringify(of)]).size })}
        </span>
        <button className="link" onClick={copy}>
          {words.traces.payload.copy}
        </button>
      </header>
      {isCut(of) ? (
        <>
          <p className="soft">{words.traces.payload.cut({ characters: of.characters })}</p>
          <pre className={look["raw"]}>{of.start}</pre>
        </>
      ) : (
        <ol className={look["lines"]} aria-label={words.traces.payload.lines}>
          {lines.map((line, i) => (
            <li
              key={i}
              data-marked={isMarked(line, marked)}
              style={{ paddingLeft: `${line.indent * 2 + 1}ch` }}
            >
              <span className={look["member"]}>{line.name}</span>
              {line.text}
            </li>
          ))}
          {lines.length === MOST_LINES && <li className="soft">{words.traces.payload.more}</li>}
        </ol>
      )}
    </section>
  )
}
