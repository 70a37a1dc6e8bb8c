// A number field that reports only numbers within its limits.
import { words } from "../../../words/language.ts"
import look from "./fixes.module.css"
import { numberIn, useTyped } from "./useTyped.ts"

interface NumberFieldProps {
  /** id, for a label elsewhere */
  readonly id?: string
  /** accessible name, without a visible label */
  readonly label?: string
  readonly value: number
  readonly least: number
  /** absent: no upper limit */
  readonly most?: number
  /** decimals; absent: all */
  readonly digits?: number
  readonly onNumber: (value: number) => void
}

/** NumberField edits a number within limits. */
export const NumberField = ({ digits, id, label, least, most, onNumber, value }: NumberFieldProps) => {
  const typing = useTyped({
    value,
    write: (one) => String(digits === undefined ? one : Number(one.toFixed(digits))),
    read: (text) => numberIn(text, least, most ?? Infinity),
    onValue: onNumber
  })
  const { limits } = words.fixes
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
      title={
        typing["aria-invalid"] !== true
          ? undefined
          : most === undefined
            ? limits.atLeast({ least })
            : limits.between({ least, most })
      }
    />
  )
}
