// What goes into a sender: the code to scan, each field with Copy, the lines of its file, and that the token is
// shown once.
import { useState } from "react"
import { Card } from "../../design/kit.tsx"
import { Icon } from "../../look/Icon.tsx"
import { copyText } from "../../shell/clipboard.ts"
import look from "./connect.module.css"
import type { Pasted, PastedField } from "./pasted.ts"
import { QrCode } from "./QrCode.tsx"

const Row = ({ isChosen, isSecret, label, value }: PastedField) => (
  <div className={look["field"]}>
    <dt>{label}</dt>
    <dd data-secret={isSecret}>
      <code className="mono" title={value}>
        {value}
      </code>
      {isChosen !== true && (
        <button
          className="link"
          aria-label={`Copy ${label}`}
          onClick={() => copyText(value, `${label} is on the clipboard.`)}
        >
          <Icon name="copy" size={14} /> Copy
        </button>
      )}
    </dd>
  </div>
)

interface PastedCardProps {
  readonly of: Pasted
  /** how long the token before still opens; null: there is none */
  readonly before: string | null
  /** whose phone it is, where there is one for each person */
  readonly people?: React.ReactNode
  readonly onRotate: () => void
}

export const PastedCard = ({ before, of, onRotate, people }: PastedCardProps) => {
  const [isKept, setKept] = useState(false)
  const { code, fields, lines } = of
  return (
    <Card
      title={of.title}
      beside={<span className="soft">{of.beside}</span>}
      acts={people}
      foot={
        <div className={look["once"]} data-kept={isKept}>
          <Icon name="key" size={17} />
          <p>
            <b>The token is shown this once.</b>{" "}
            {code === undefined ? "" : "The code holds it too: show it to nobody else. "}
            {before === null
              ? "A new one can be made at any time; the one before then opens for another day."
              : `The one before opens until ${before}.`}{" "}
            <button className="link" onClick={onRotate}>
              New token
            </button>
          </p>
          <label>
            <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} /> I
            have kept it
          </label>
        </div>
      }
    >
      <div className={look["pasted"]} data-code={code === undefined ? undefined : ""}>
        {code !== undefined && (
          <figure>
            <QrCode text={code.text} label={code.label} />
            <figcaption className="soft">{code.hint}</figcaption>
          </figure>
        )}
        {fields.length > 0 && (
          <dl className={look["fields"]}>
            {fields.map((field) => (
              <Row key={field.label} {...field} />
            ))}
          </dl>
        )}
        {lines !== undefined && (
          <div className={look["lines"]}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it */}
            <pre className="mono" tabIndex={0} aria-label="Lines to copy">
              {lines}
            </pre>
            <button
              className="btn small"
              aria-label="Copy the lines"
              onClick={() => copyText(lines, "The lines are on the clipboard.")}
            >
              <Icon name="copy" size={14} /> Copy
            </button>
          </div>
        )}
      </div>
    </Card>
  )
}
