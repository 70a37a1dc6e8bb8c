// The receivers of an automation, each with its channel and its last delivery.
import { type ReactNode, useRef } from "react"
import { words } from "../../../words/language.ts"
import { Card, Text } from "../../design/kit.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import type { Delivery } from "../../data/automations/automations.ts"
import { useProject } from "../../shell/useProject.ts"
import type { AutomationForm, Receiver } from "./automationForm.ts"
import { actionsOf } from "./automationForm.ts"
import { channelIcon } from "./deliveryWords.ts"
import { Reason, Repairs, State } from "./Outcome.tsx"
import { TestChip } from "./TestChip.tsx"
import { usePeople } from "./usePeople.ts"
import look from "./automations.module.css"

/** lastOf returns the newest delivery to a receiver; deliveries are newest first. */
const lastOf = ({ actionId, to, type }: Receiver, deliveries: ReadonlyArray<Delivery>) =>
  deliveries.find(
    ({ action_id, target }) => action_id === actionId && (type !== "email" || target === to.trim())
  )

interface RowProps {
  readonly of: Receiver
  readonly last: Delivery | undefined
  readonly disabled: boolean
  readonly mistake: string | undefined
  readonly onChange: (to: string) => void
  readonly onRemove: () => void
}

const HINTS = { webhook: "https://station.example.org/pugmark", email: "rangers@example.org" } as const

const Row = ({ disabled, last, mistake, of, onChange, onRemove }: RowProps) => {
  const field = useRef<HTMLInputElement>(null)
  const { choices, nameOf } = usePeople()
  const { to, type } = of
  const text = words.automations.receivers
  const invalid = mistake === undefined ? undefined : true
  const address: ReactNode =
    type === "telegram" ? (
      disabled ? (
        <bdi>{nameOf(to)}</bdi>
      ) : (
        <select
          className="input"
          aria-label={text.telegram}
          aria-invalid={invalid}
          value={to}
          onChange={({ target }) => onChange(target.value)}
        >
          {!choices.some(([id]) => id === to) && <option value={to}>{nameOf(to)}</option>}
          {choices.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )
    ) : disabled ? (
      <bdi>{to}</bdi>
    ) : (
      <input
        ref={field}
        className="input"
        type={type === "email" ? "email" : "url"}
        aria-label={text.addresses[type]}
        aria-invalid={invalid}
        placeholder={HINTS[type]}
        autoComplete="off"
        autoFocus={of.actionId === null && to === ""}
        value={to}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <li className={look["receiver"]} data-status={last?.status}>
      <Icon name={channelIcon(type)} size={16} />
      <span className={look["to"]}>{address}</span>
      <span className="faint">{words.automations.channels[type]}</span>
      <span className={look["end"]}>
        {last !== undefined && <State of={last} took />}
        {!disabled && (
          <button
            type="button"
            className="btn small icon"
            aria-label={text.remove({ name: type === "telegram" ? nameOf(to) : to })}
            onClick={onRemove}
          >
            <Icon name="x" size={13} />
          </button>
        )}
      </span>
      {mistake !== undefined && <p className={look["mistake"]}>{mistake}</p>}
      {last !== undefined && last.code !== null && (
        <div className={look["why"]}>
          <Reason of={last} />
          <Repairs of={last} onCorrect={() => field.current?.focus()} />
        </div>
      )}
    </li>
  )
}

interface ReceiversProps {
  readonly form: AutomationForm
  readonly deliveries: ReadonlyArray<Delivery>
  readonly disabled: boolean
  readonly mistakes: ReadonlyMap<string, string>
  readonly onChange: (change: Partial<AutomationForm>) => void
}

/** Receivers edits the receivers of an automation. */
export const Receivers = ({ deliveries, disabled, form, mistakes, onChange }: ReceiversProps) => {
  const { me } = useProject()
  const { receivers } = form
  const { pointers } = actionsOf(receivers)
  const put = (next: ReadonlyArray<Receiver>) => onChange({ receivers: next })
  const add = (type: Receiver["type"]) =>
    put([
      ...receivers,
      { key: crypto.randomUUID(), actionId: null, type, to: type === "telegram" ? me.id : "" }
    ])
  const text = words.automations.receivers
  const none = receivers.length === 0 ? mistakes.get("/actions") : undefined
  return (
    <Card
      title={text.title}
      beside={
        <Text tone="faint" num>
          {text.count({ count: receivers.length })}
        </Text>
      }
      acts={<TestChip of={deliveries} />}
    >
      <ul aria-label={text.label}>
        {receivers.map((one) => (
          <Row
            key={one.key}
            of={one}
            last={lastOf(one, deliveries)}
            disabled={disabled}
            mistake={mistakes.get(pointers.get(one.key) ?? "")}
            onChange={(to) => put(receivers.map((other) => (other === one ? { ...one, to } : other)))}
            onRemove={() => put(receivers.filter((other) => other !== one))}
          />
        ))}
      </ul>
      {none !== undefined && <p className={look["mistake"]}>{none}</p>}
      {!disabled && (
        <div className={look["add"]}>
          <span className="soft">{text.also}</span>
          {(["email", "telegram", "webhook"] as const).map((type) => (
            <button key={type} type="button" className="btn small" onClick={() => add(type)}>
              <Icon name={channelIcon(type)} size={14} /> {words.automations.channels[type]}
            </button>
          ))}
        </div>
      )}
    </Card>
  )
}
