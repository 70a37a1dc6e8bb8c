import { words } from "../../../words/language.ts"
import type { Permission } from "../../../domain/access/Permission.ts"
import look from "./rules.module.css"

interface SwitchProps {
  readonly name: string
  readonly isOn: boolean
  readonly isAllowed: boolean
  /** the permission that switching needs */
  readonly needs?: Permission
  readonly onChange: (on: boolean) => void
}

/** A switch that acts at once; the action can be undone. */
export const Switch = ({ isAllowed, isOn, name, needs = "rules:write", onChange }: SwitchProps) => (
  <button
    type="button"
    className={look["switch"]}
    role="switch"
    aria-checked={isOn}
    aria-label={name}
    disabled={!isAllowed}
    title={isAllowed ? undefined : words.rules.denied.permission({ permission: needs })}
    onClick={() => onChange(!isOn)}
  >
    <span />
  </button>
)
