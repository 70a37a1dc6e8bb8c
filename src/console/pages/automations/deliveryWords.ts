// Why a delivery failed, in plain words, and the repair that the page offers.
import type { DeliveryCode } from "../../../domain/automation/DeliveryCode.ts"
import type { IconName } from "../../design/marks/icons.ts"
import type { Delivery } from "../../data/automations/automations.ts"

/** Repair is the repair that a delivery's row offers. */
type Repair = "address" | "age" | "chat" | "reminders" | "redeliver"

interface Reason {
  readonly text: string
  /** null: no repair */
  readonly repair: Repair | null
}

const REASONS: Readonly<Record<DeliveryCode, Reason>> = {
  STALE: { text: "It was too old when it came in.", repair: "age" },
  SNOOZED: { text: "The rule was snoozed.", repair: null },
  ALERT_ACKNOWLEDGED: { text: "A reminder, and the alert was taken already.", repair: "reminders" },
  HISTORY: { text: "It is about the past, which tells no one.", repair: null },
  SUPERSEDED: { text: "Later records showed that it did not happen.", repair: null },
  AUTOMATION_DISABLED: { text: "The automation was off.", repair: "redeliver" },
  AUTOMATION_REMOVED: { text: "The automation was removed.", repair: null },
  ACTION_REMOVED: { text: "This receiver was removed.", repair: null },
  MAIL_NOT_SET_UP: {
    text: "This server sends no mail yet. Its operator sets SMTP_URL and MAIL_FROM, and restarts it.",
    repair: "redeliver"
  },
  MAIL_NOT_ALLOWED: {
    text: "Outside production, mail goes to the addresses of MAIL_ALLOW_LIST alone. The operator adds this one.",
    repair: "redeliver"
  },
  TELEGRAM_NOT_SET_UP: {
    text: "This server has no bot yet. Its operator sets TELEGRAM_BOT_TOKEN, and restarts it.",
    repair: "redeliver"
  },
  CHAT_NOT_LINKED: {
    text: "No chat is linked. They ask for a code on their account page and send /start CODE to the bot.",
    repair: "chat"
  },
  ADDRESS_FORBIDDEN: {
    text:
      "Only public addresses are called. For one in your own network the operator sets " +
      "WEBHOOK_ALLOW_PRIVATE=true.",
    repair: "address"
  },
  UNREACHABLE: {
    text: "Nothing answers there. Check that the receiver runs, and its name and port.",
    repair: "address"
  },
  TIMED_OUT: {
    text: "No answer within ten seconds. The receiver should answer first and work afterwards.",
    repair: "redeliver"
  },
  RECEIVER_REFUSED: { text: "The receiver did not take it. Its log says why.", repair: "redeliver" },
  RECEIVER_GONE: {
    text: "The receiver says that it is gone for good. Correct the address, or remove it.",
    repair: "address"
  },
  MAIL_REFUSED: { text: "The mail server did not take it. Check the address.", repair: "address" },
  CHAT_REFUSED: {
    text: "The bot was blocked or removed from the chat. They unblock it, or link the chat again.",
    repair: "chat"
  },
  INTERRUPTED: { text: "The server stopped while it was sent.", repair: "redeliver" },
  PROGRAM_DEFECT: {
    text: "An error in Pugmark itself. The server's log has the details; the operator can report it.",
    repair: "redeliver"
  }
}

/** reasonOf returns the reason for a code; an unknown code of a newer server stands for itself. */
export const reasonOf = (code: string): Reason =>
  code in REASONS ? REASONS[code as DeliveryCode] : { text: "", repair: "redeliver" }

/** channelIcon returns the icon of a channel. */
export const channelIcon = (type: Delivery["action_type"]): IconName =>
  type === "webhook" ? "hook" : type === "email" ? "mail" : "chat"

/** CHANNELS names the channels. */
export const CHANNELS = { webhook: "webhook", email: "e-mail", telegram: "Telegram" } as const
