// In which system the coordinates of a file are: a zone of UTM, or another by its code or definition.
import { useState } from "react"
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

/** SystemQuestion asks for the system of coordinates that are no degrees, or of another figure of the earth. */
export const SystemQuestion = ({ onAnswer, why }: SystemQuestionProps) => {
  const [zone, setZone] = useState("")
  const [half, setHalf] = useState(NORTH)
  const [other, setOther] = useState("")
  return (
    <Asked title="In which system are the coordinates?" why={why}>
      <form
        className={look["options"]}
        onSubmit={(event) => {
          event.preventDefault()
          if (zone !== "") onAnswer({ crs: `EPSG:${half + Number(zone)}` })
        }}
      >
        <select
          className="input"
          aria-label="Zone of UTM"
          value={zone}
          onChange={({ target }) => setZone(target.value)}
        >
          <option value="">UTM zone</option>
          {Array.from({ length: ZONES }, (_, i) => (
            <option key={i} value={i + 1}>
              {i + 1}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Half of the earth"
          value={half}
          onChange={({ target }) => setHalf(Number(target.value))}
        >
          <option value={NORTH}>north</option>
          <option value={SOUTH}>south</option>
        </select>
        <button className="btn" disabled={zone === ""}>
          Use this zone
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
          aria-label="Another system"
          placeholder="Another system: EPSG:25832"
          maxLength={5000}
          value={other}
          onChange={({ target }) => setOther(target.value)}
        />
        <button className="btn" disabled={other.trim() === ""}>
          Use it
        </button>
      </form>
    </Asked>
  )
}
