// Why a delivery failed, in plain words, and the repair that the page offers.
import type { DeliveryCode } from "../../../domain/automation/DeliveryCode.ts"
import { words } from "../../../words/language.ts"
import type { IconName } from "../../design/marks/icons.ts"
import type { Delivery } from "../../data/automations/automations.ts"

/** Repair is the repair that a delivery's row offers. */
type Repair = "address" | "age" | "chat" | "reminders" | "redeliver"

interface Reason {
  readonly text: string
  /** null: no repair */
  readonly repair: Repair | null
}

const REPAIRS: Readonly<Record<DeliveryCode, Repair | null>> = {
  STALE: "age",
  SNOOZED: null,
  ALERT_ACKNOWLEDGED: "reminders",
  HISTORY: null,
  SUPERSEDED: null,
  AUTOMATION_DISABLED: "redeliver",
  AUTOMATION_REMOVED: null,
  ACTION_REMOVED: null,
  MAIL_NOT_SET_UP: "redeliver",
  MAIL_NOT_ALLOWED: "redeliver",
  TELEGRAM_NOT_SET_UP: "redeliver",
  CHAT_NOT_LINKED: "chat",
  ADDRESS_FORBIDDEN: "address",
  UNREACHABLE: "address",
  TIMED_OUT: "redeliver",
  RECEIVER_REFUSED: "redeliver",
  RECEIVER_GONE: "address",
  MAIL_REFUSED: "address",
  CHAT_REFUSED: "chat",
  INTERRUPTED: "redeliver",
  PROGRAM_DEFECT: "redeliver"
}

const isKnown = (code: string): code is DeliveryCode => code in REPAIRS

/** reasonOf returns the reason for a code; an unknown code of a newer server stands for itself. */
export const reasonOf = (code: string): Reason =>
  isKnown(code)
    ? { text: words.automations.reasons[code], repair: REPAIRS[code] }
    : { text: "", repair: "redeliver" }

/** channelIcon returns the icon of a channel. */
export const channelIcon = (type: Delivery["action_type"]): IconName =>
  type === "webhook" ? "hook" : type === "email" ? "mail" : "chat"
