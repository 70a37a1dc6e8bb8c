// In which system the coordinates of a file are: a zone of UTM, or another by its code or definition.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Asked } from "./Asked.tsx"
import look from "./imports.module.css"
import type { FileAnswers } from "./worker/protocol.ts"

interface SystemQuestionProps {
  readonly why: string
  readonly onAnswer: (change: FileAnswers) => void
}

const ZONES = 60
const NORTH = 32_600
const SOUTH = 32_700
/** An example of a system. */
const EXAMPLE_SYSTEM = "EPSG:25832"

/** SystemQuestion asks for the system of coordinates that are no degrees, or of another figure of the earth. */
export const SystemQuestion = ({ onAnswer, why }: SystemQuestionProps) => {
  const [zone, setZone] = useState("")
  const [half, setHalf] = useState(NORTH)
  const [other, setOther] = useState("")
  return (
    <Asked title={words.importQuestions.system.title} why={why}>
      <form
        className={look["options"]}
        onSubmit={(event) => {
          event.preventDefault()
          if (zone !== "") onAnswer({ crs: `EPSG:${half + Number(zone)}` })
        }}
      >
        <select
          className="input"
          aria-label={words.importQuestions.system.zone}
          value={zone}
          onChange={({ target }) => setZone(target.value)}
        >
          <option value="">{words.importQuestions.system.chooseZone}</option>
          {Array.from({ length: ZONES }, (_, i) => (
            <option key={i} value={i + 1}>
              {i + 1}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label={words.importQuestions.system.half}
          value={half}
          onChange={({ target }) => setHalf(Number(target.value))}
        >
          <option value={NORTH}>{words.importQuestions.system.north}</option>
          <option value={SOUTH}>{words.importQuestions.system.south}</option>
        </select>
        <button className="btn" disabled={zone === ""}>
          {words.importQuestions.system.applyZone}
        </button>
      </form>
      <form
        className={look["options"]}
        onSubmit={(event) => {
          event.preventDefault()
          if (other.trim() !== "") onAnswer({ crs: other.trim() })
        }}
      >
        <input
          className="input"
          aria-label={words.importQuestions.system.another}
          placeholder={words.importQuestions.system.placeholder({ example: EXAMPLE_SYSTEM })}
          maxLength={5000}
          value={other}
          onChange={({ target }) => setOther(target.value)}
        />
        <button className="btn" disabled={other.trim() === ""}>
          {words.importQuestions.apply}
        </button>
      </form>
    </Asked>
  )
}
