// What a file does not say, asked: a question, why it is asked, and its answers as controls.
import { useId, useState } from "react"
import { localeOf, words } from "../../../words/language.ts"
import { useProject } from "../../shell/useProject.ts"
import { Asked } from "./Asked.tsx"
import look from "./imports.module.css"
import { SystemQuestion } from "./SystemQuestion.tsx"
import type { FileAnswers } from "./worker/protocol.ts"

type Title = keyof typeof words.importQuestions.questions
type Option = readonly [label: keyof typeof words.importQuestions.options, change: FileAnswers]

/** What is asked for each trouble that one answer puts right. */
const questions: Readonly<Record<string, readonly [title: Title, options: ReadonlyArray<Option>]>> = {
  "day or month first": [
    "dateOrder",
    [
      ["day", { time_format: "dmy" }],
      ["month", { time_format: "mdy" }]
    ]
  ],
  "seconds since 1970": ["seconds", [["seconds", { time_format: "epoch-s" }]]],
  "milliseconds since 1970": ["milliseconds", [["milliseconds", { time_format: "epoch-ms" }]]],
  "shown twice": [
    "shownTwice",
    [
      ["first", { shown_twice: "first" }],
      ["second", { shown_twice: "second" }]
    ]
  ],
  "not in this encoding": ["encoding", [["latin1", { encoding: "latin1" }]]],
  "decimal comma": ["comma", [["comma", { decimal: "comma" }]]],
  "longitude beyond 180": ["longitudes", [["wrap", { wrap_longitudes: true }]]],
  "no encoding": [
    "byteOrder",
    [
      ["lowByte", { encoding: "utf-16le" }],
      ["highByte", { encoding: "utf-16be" }]
    ]
  ]
}

/** An example of a time zone. */
const EXAMPLE_ZONE = "Europe/Stockholm"

interface QuestionProps {
  /** one of those above, "no zone", or "no system" */
  readonly trouble: string
  readonly why: string
  readonly onAnswer: (change: FileAnswers) => void
}

const isZone = (zone: string): boolean => {
  try {
    return (
      zone !== "" && new Intl.DateTimeFormat(localeOf(), { timeZone: zone }).resolvedOptions().timeZone !== ""
    )
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
    <Asked title={words.importQuestions.zone.title} why={why}>
      <div className={look["options"]}>
        {offered.map((one) => (
          <button key={one} className="btn" onClick={() => onAnswer({ times_in: one })}>
            {one === zone && one !== "UTC" ? words.importQuestions.zone.ofProject({ zone }) : one}
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
          aria-label={words.importQuestions.zone.another}
          placeholder={words.importQuestions.zone.placeholder({ example: EXAMPLE_ZONE })}
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
          {words.importQuestions.apply}
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
    <Asked title={words.importQuestions.questions[title]} why={why}>
      <div className={look["options"]}>
        {options.map(([label, change]) => (
          <button key={label} className="btn" onClick={() => onAnswer(change)}>
            {words.importQuestions.options[label]}
          </button>
        ))}
      </div>
    </Asked>
  )
}

/** Whether there is a question about a trouble. */
export const isAsked = (trouble: string | null | undefined): trouble is string =>
  trouble === "no zone" || trouble === "no system" || (trouble != null && questions[trouble] !== undefined)
