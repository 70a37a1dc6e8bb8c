// The settings of a sender: a code to scan, fields to copy, lines of its file, and a note that the token is shown
// once.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { Card } from "../../../design/kit.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import { copyText } from "../../../shell/clipboard.ts"
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
          aria-label={words.connect.settings.copyField({ field: label })}
          onClick={() => copyText(value, words.connect.settings.fieldCopied({ field: label }))}
        >
          <Icon name="copy" size={14} /> {words.connect.settings.copy}
        </button>
      )}
    </dd>
  </div>
)

interface PastedCardProps {
  readonly of: Pasted
  /** how long the previous token stays valid; null: there is none */
  readonly before: string | null
  /** the choice of a person, where each person's phone has its own code */
  readonly people?: React.ReactNode
  readonly onRotate: () => void
}

/** The card of a sender's settings. */
export const PastedCard = ({ before, of, onRotate, people }: PastedCardProps) => {
  const [isKept, setKept] = useState(false)
  const { code, fields, lines } = of
  const text = words.connect.token
  return (
    <Card
      title={of.title}
      beside={<span className="soft">{of.beside}</span>}
      acts={people}
      foot={
        <div className={look["once"]} data-kept={isKept}>
          <Icon name="key" size={17} />
          <p>
            <b>{text.once}</b> {code !== undefined && `${text.inCode} `}
            {before === null ? text.renewable : text.previous({ until: before })}{" "}
            <button className="link" onClick={onRotate}>
              {text.renew}
            </button>
          </p>
          <label>
            <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} />{" "}
            {text.kept}
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
            <pre className="mono" tabIndex={0} aria-label={words.connect.settings.lines}>
              {lines}
            </pre>
            <button
              className="btn small"
              aria-label={words.connect.settings.copyLines}
              onClick={() => copyText(lines, words.connect.settings.linesCopied)}
            >
              <Icon name="copy" size={14} /> {words.connect.settings.copy}
            </button>
          </div>
        )}
      </div>
    </Card>
  )
}
