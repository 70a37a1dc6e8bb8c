// How somebody wants the console to be, on whatever machine they sit.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Uuid } from "../fields.ts"

const members = {
  single_keys: Schema.Boolean.annotate({
    description: "Whether single letters are commands; off for those whose tools send letters of their own"
  }),
  theme: Schema.Literals(["system", "light", "dark"]),
  sound: Schema.Boolean.annotate({ description: "Whether a new alert is heard" }),
  units: Schema.Literals(["metric", "imperial"]).annotate({
    description: "What lengths, areas and speeds are shown in; the API speaks in metric units whatever it is"
  }),
  last_project_id: Schema.NullOr(Uuid).annotate({
    description: "The project that was opened last in the console, in whichever browser; null: none yet"
  })
}

/** All of them, as they are in force. */
export const Preferences = Schema.Struct(members).annotate({ identifier: "Preferences" })
export type Preferences = typeof Preferences.Type

/** Those that are to be another way. */
export const PreferencesChange = Schema.Struct(members).mapFields(Struct.map(Schema.optionalKey))
export type PreferencesChange = typeof PreferencesChange.Type

/** What holds for who has said nothing. */
const standard: Preferences = {
  single_keys: true,
  theme: "system",
  sound: false,
  units: "metric",
  last_project_id: null
}

/** What holds for who has said this. */
export const preferencesOf = (said: PreferencesChange): Preferences => ({ ...standard, ...said })
