// The scopes of AI clients in plain words.
import type { ClientScope } from "../../data/clients.ts"

interface Words {
  readonly label: string
  readonly more: string
}

/** scopeWords describes each scope of an AI client. */
export const scopeWords: Readonly<Record<ClientScope, Words>> = {
  "project:read": {
    label: "See the project and what is in it",
    more: "positions, animals, alerts, results"
  },
  "traces:read": { label: "Read processing traces", more: "why something fired, or did not come in" },
  "alerts:write": { label: "Acknowledge, resolve and snooze alerts", more: "in your name, with a note" },
  "events:write": { label: "Report events", more: "in your name, at most 60 an hour" }
}

/** NEVER lists what no AI client can do: no scope beyond the four above is ever granted. */
export const NEVER = [
  "Change rules, fences or devices",
  "Add or remove people",
  "Start or delete analyses",
  "See passwords, tokens or secrets",
  "Delete or correct data",
  "Send commands to collars"
] as const
