// A line of a form: what is asked, where it is answered, and what is wrong with the answer.
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react"
import look from "./section.module.css"

interface Asked {
  readonly label: string
  /** what is wrong with it; undefined: nothing */
  readonly mistake?: string | undefined
  readonly hint?: ReactNode
}

/** What is asked, above, and what is said of the answer, below; `children` is where it is answered. */
const Line = ({
  children,
  hint,
  label,
  mistake
}: Asked & { readonly children: (id: string, said: object) => ReactNode }) => {
  const id = useId()
  const said = mistake ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id, {
        "aria-invalid": mistake === undefined ? undefined : true,
        "aria-describedby": said === undefined ? undefined : `${id}-said`
      })}
      {said !== undefined && (
        <span id={`${id}-said`} className={mistake === undefined ? look["hint"] : look["bad"]}>
          {said}
        </span>
      )}
    </div>
  )
}

type FieldProps = Asked & Omit<InputHTMLAttributes<HTMLInputElement>, "className">

export const Field = ({ hint, label, mistake, ...input }: FieldProps) => (
  <Line label={label} mistake={mistake} hint={hint}>
    {(id, said) => <input {...input} {...said} id={id} className="input" />}
  </Line>
)

type LongProps = Asked & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className">

/** A text of several lines. */
export const Long = ({ hint, label, mistake, ...area }: LongProps) => (
  <Line label={label} mistake={mistake} hint={hint}>
    {(id, said) => <textarea rows={3} {...area} {...said} id={id} className="input" />}
  </Line>
)

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

export const Check = ({ hint, label, ...input }: CheckProps) => (
  <label className={look["check"]}>
    <input {...input} type="checkbox" />
    <span>{label}</span>
    {hint !== undefined && <small>{hint}</small>}
  </label>
)
