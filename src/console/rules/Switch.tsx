import look from "./rules.module.css"

interface SwitchProps {
  readonly name: string
  readonly isOn: boolean
  readonly isAllowed: boolean
  readonly onChange: (on: boolean) => void
}

/** On or off, at once; who regrets it takes it back. */
export const Switch = ({ isAllowed, isOn, name, onChange }: SwitchProps) => (
  <button
    type="button"
    className={look["switch"]}
    role="switch"
    aria-checked={isOn}
    aria-label={name}
    disabled={!isAllowed}
    title={isAllowed ? undefined : "Needs the permission rules:write"}
    onClick={() => onChange(!isOn)}
  >
    <span />
  </button>
)
