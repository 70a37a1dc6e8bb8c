// A line of a form: label, input, error.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId
} from "react"
import look from "../section.module.css"

interface Asked {
  readonly label: string
  /** the error; undefined: none */
  readonly mistake?: string | undefined
  readonly hint?: ReactNode
}

/** Line shows the label above and the error below; `children` is the input. */
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

type TextFieldProps = Asked & Omit<InputHTMLAttributes<HTMLInputElement>, "className">

/** TextField is a labelled input. */
export const TextField = ({ hint, label, mistake, ...input }: TextFieldProps) => (
  <Line label={label} mistake={mistake} hint={hint}>
    {(id, said) => <input {...input} {...said} id={id} className="input" />}
  </Line>
)

type TextAreaProps = Asked & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className">

/** TextArea is a labelled text area. */
export const TextArea = ({ hint, label, mistake, ...area }: TextAreaProps) => (
  <Line label={label} mistake={mistake} hint={hint}>
    {(id, said) => <textarea rows={3} {...area} {...said} id={id} className="input" />}
  </Line>
)

type SelectFieldProps = Asked & Omit<SelectHTMLAttributes<HTMLSelectElement>, "className">

/** SelectField is a labelled selection; its children are the options. */
export const SelectField = ({ hint, label, mistake, ...select }: SelectFieldProps) => (
  <Line label={label} mistake={mistake} hint={hint}>
    {(id, said) => <select {...select} {...said} id={id} className="input" />}
  </Line>
)

interface CheckBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

/** CheckBox is a labelled checkbox. */
export const CheckBox = ({ hint, label, ...input }: CheckBoxProps) => (
  <label className={look["check"]}>
    <input {...input} type="checkbox" />
    <span>{label}</span>
    {hint !== undefined && <small>{hint}</small>}
  </label>
)
