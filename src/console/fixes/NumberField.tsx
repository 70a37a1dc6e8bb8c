// A number that is typed; the page is told where it is one within the limits.
import look from "./fixes.module.css"
import { numberIn, useTyped } from "./useTyped.ts"

interface NumberFieldProps {
  /** for a label elsewhere */
  readonly id?: string
  /** its name, where no label is shown */
  readonly label?: string
  readonly value: number
  readonly least: number
  /** absent: there is no end */
  readonly most?: number
  /** decimals that are shown; absent: all */
  readonly digits?: number
  readonly onNumber: (value: number) => void
}

export const NumberField = ({ digits, id, label, least, most, onNumber, value }: NumberFieldProps) => {
  const typing = useTyped({
    value,
    write: (one) => String(digits === undefined ? one : Number(one.toFixed(digits))),
    read: (text) => numberIn(text, least, most ?? Infinity),
    onValue: onNumber
  })
  const limits = most === undefined ? `${least} or more` : `${least} to ${most}`
  return (
    <input
      {...typing}
      id={id}
      className={`input num ${look["typed"]}`}
      type="number"
      step="any"
      min={least}
      max={most}
      aria-label={label}
      title={typing["aria-invalid"] === true ? `A number, ${limits}` : undefined}
    />
  )
}
