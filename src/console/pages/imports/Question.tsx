// What a file does not say, asked: a question, why it is asked, and its answers as controls.
import { useId, useState } from "react"
import { useProject } from "../../shell/useProject.ts"
import { Asked } from "./Asked.tsx"
import look from "./imports.module.css"
import { SystemQuestion } from "./SystemQuestion.tsx"
import type { FileAnswers } from "./worker/protocol.ts"

type Option = readonly [label: string, change: FileAnswers]

/** What is asked for each trouble that one answer puts right. */
const questions: Readonly<Record<string, readonly [title: string, options: ReadonlyArray<Option>]>> = {
  "day or month first": [
    "Which comes first in the dates?",
    [
      ["The day", { time_format: "dmy" }],
      ["The month", { time_format: "mdy" }]
    ]
  ],
  "seconds since 1970": ["Are the times seconds since 1970?", [["Yes, seconds", { time_format: "epoch-s" }]]],
  "milliseconds since 1970": [
    "Are the times milliseconds since 1970?",
    [["Yes, milliseconds", { time_format: "epoch-ms" }]]
  ],
  "shown twice": [
    "Which hour is meant when the clocks went back?",
    [
      ["The first", { shown_twice: "first" }],
      ["The second", { shown_twice: "second" }]
    ]
  ],
  "not in this encoding": [
    "Was the file written by an older program on Windows?",
    [["Yes, read it as ISO 8859-1", { encoding: "latin1" }]]
  ],
  "decimal comma": [
    "Does the comma stand for a decimal point?",
    [["Yes, 10,5 is ten and a half", { decimal: "comma" }]]
  ],
  "longitude beyond 180": [
    "Do the longitudes go from 0 to 360?",
    [["Yes, those beyond 180 are west", { wrap_longitudes: true }]]
  ],
  "no encoding": [
    "In which order are the bytes of a character?",
    [
      ["Low byte first (Windows)", { encoding: "utf-16le" }],
      ["High byte first", { encoding: "utf-16be" }]
    ]
  ]
}

interface QuestionProps {
  /** one of those above, "no zone", or "no system" */
  readonly trouble: string
  readonly why: string
  readonly onAnswer: (change: FileAnswers) => void
}

const isZone = (zone: string): boolean => {
  try {
    return zone !== "" && new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** The zone of times that name none: the project's, UTC, or another. */
const ZoneQuestion = ({ onAnswer, why }: Omit<QuestionProps, "trouble">) => {
  const { zone } = useProject()
  const [other, setOther] = useState("")
  const list = useId()
  const offered = [...new Set([zone, "UTC"])]
  return (
    <Asked title="Which clock wrote the times?" why={why}>
      <div className={look["options"]}>
        {offered.map((one) => (
          <button key={one} className="btn" onClick={() => onAnswer({ times_in: one })}>
            {one === zone && one !== "UTC" ? `${one}, as the project` : one}
          </button>
        ))}
      </div>
      <form
        className={look["options"]}
        onSubmit={(event) => {
          event.preventDefault()
          if (isZone(other)) onAnswer({ times_in: other })
        }}
      >
        <input
          className="input"
          aria-label="Another time zone"
          placeholder="Another zone: Europe/Stockholm"
          list={list}
          value={other}
          onChange={({ target }) => setOther(target.value.trim())}
        />
        <datalist id={list}>
          {Intl.supportedValuesOf("timeZone").map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <button className="btn" disabled={!isZone(other)}>
          Use it
        </button>
      </form>
    </Asked>
  )
}

/** Question asks about one trouble of a file; null where no answer mends it. */
export const Question = ({ onAnswer, trouble, why }: QuestionProps) => {
  if (trouble === "no zone") return <ZoneQuestion why={why} onAnswer={onAnswer} />
  if (trouble === "no system") return <SystemQuestion why={why} onAnswer={onAnswer} />
  const question = questions[trouble]
  if (question === undefined) return null
  const [title, options] = question
  return (
    <Asked title={title} why={why}>
      <div className={look["options"]}>
        {options.map(([label, change]) => (
          <button key={label} className="btn" onClick={() => onAnswer(change)}>
            {label}
          </button>
        ))}
      </div>
    </Asked>
  )
}

/** Whether there is a question about a trouble. */
export const isAsked = (trouble: string | null | undefined): trouble is string =>
  trouble === "no zone" || trouble === "no system" || (trouble != null && questions[trouble] !== undefined)
