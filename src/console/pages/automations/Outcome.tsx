// The outcome of a delivery in its row: state, reason of a failure, and a repair.
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { fixedText } from "../../design/numbers.ts"
import { type Delivery, sendAgain } from "../../data/automations/automations.ts"
import { copyText } from "../../shell/clipboard.ts"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { reasonOf } from "./deliveryWords.ts"
import look from "./automations.module.css"

const MS = 1000

/** State shows the state of a delivery in a word, with its duration or time. */
export const State = ({ of, took }: { readonly of: Delivery; readonly took?: boolean }) => {
  const { zone } = useProject()
  const { attempts, created_at, event_id, finished_at, status } = of
  const text = words.automations.delivery
  const isTest = event_id === null
  const seconds = finished_at === null ? null : (Date.parse(finished_at) - Date.parse(created_at)) / MS
  return (
    <span className={look["state"]} data-status={status}>
      <b>{status === "sent" && isTest && took === true ? text.arrived : text.states[status]}</b>
      {status === "queued" && attempts > 0 && <span className="num">{text.tried({ count: attempts })}</span>}
      {status === "sent" && (
        <span className="faint num">
          {isTest && took === true && seconds !== null
            ? `${fixedText(Math.max(0.1, seconds), 1)} s`
            : inZone(finished_at ?? created_at, zone, "dayTime")}
        </span>
      )}
    </span>
  )
}

/** Focuses a field of this page. */
const focusField = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()

interface ReasonProps {
  readonly of: Delivery
  /** focuses the field that corrects the address; absent: the address is edited elsewhere */
  readonly onCorrect?: (() => void) | undefined
}

/** Reason shows code, meaning and response of a failure; nothing without a code. */
export const Reason = ({ of: { code, error } }: { readonly of: Delivery }) =>
  code === null ? null : (
    <p className={look["reason"]}>
      <code className="code">{code}</code> {reasonOf(code).text}
      {error !== null && <bdi className="faint"> {error}</bdi>}
    </p>
  )

const Redeliver = ({ of }: { readonly of: Delivery }) => {
  const { project } = useProject()
  const { act, busy } = useAct()
  return (
    <button
      type="button"
      className="btn small"
      disabled={busy}
      onClick={() =>
        act(async () => {
          await sendAgain(project.id, of.id)
          toast(words.automations.delivery.sentAgain)
        })
      }
    >
      {words.automations.delivery.redeliver}
    </button>
  )
}

const ChatRepair = ({ of }: { readonly of: Delivery }) => {
  const { me } = useProject()
  const text = words.automations.delivery
  return of.target === me.id ? (
    <Link className="btn small" to="/account">
      {text.linkChat}
    </Link>
  ) : (
    <button
      type="button"
      className="btn small"
      onClick={() => copyText(text.request({ address: `${location.origin}/account` }), text.requestCopied)}
    >
      {text.ask}
    </button>
  )
}

/** Repairs renders the buttons that fix the cause and send again. */
export const Repairs = ({ of, onCorrect }: ReasonProps): ReactNode => {
  const { may } = useProject()
  if (of.status === "queued" || of.status === "sent" || !may("automations:write")) return null
  const text = words.automations.delivery
  const repair = of.code === null ? "redeliver" : reasonOf(of.code).repair
  const button = (word: string, onPress: () => void) => (
    <button type="button" className="btn small" onClick={onPress}>
      {word}
    </button>
  )
  return (
    <span className={look["repairs"]}>
      {repair === "address" && onCorrect !== undefined && button(text.correct, onCorrect)}
      {repair === "age" && button(text.age, () => focusField("[data-field=age]"))}
      {repair === "reminders" && button(text.reminders, () => focusField("[data-field=reminders]"))}
      {repair === "chat" && <ChatRepair of={of} />}
      {of.automation_id !== null && <Redeliver of={of} />}
    </span>
  )
}
