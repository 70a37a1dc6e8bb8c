// One thing that is given or not.
import type { ReactNode } from "react"
import look from "./consent.module.css"

interface ChoiceProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label: string
  readonly more?: ReactNode
  readonly aside: ReactNode
}

export const Choice = ({ aside, checked, label, more, onChange }: ChoiceProps) => (
  <label className={look["choice"]}>
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    <span>
      <b>
        <bdi>{label}</bdi>
      </b>{" "}
      <span className="soft">{more}</span>
    </span>
    <span className={look["aside"]}>{aside}</span>
  </label>
)
