// A checkbox of the consent form: one scope or project to grant.
import type { ReactNode } from "react"
import look from "./consent.module.css"

interface ChoiceProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label: string
  readonly more?: ReactNode
  readonly aside: ReactNode
}

/** Choice is a checkbox with a label and an explanation. */
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
