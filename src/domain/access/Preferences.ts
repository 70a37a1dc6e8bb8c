// How a user wants the console to look and behave, on every machine they use.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Uuid } from "../schemas.ts"

/** languageCodes are the languages that Pugmark speaks to people, by ISO 639 code. */
export const languageCodes = ["en", "es"] as const
/** LanguageCode is a language that Pugmark speaks to people. */
export type LanguageCode = (typeof languageCodes)[number]

const members = {
  single_keys: Schema.Boolean.annotate({
    description: "Whether single letters are commands; off for those whose tools send letters of their own"
  }),
  theme: Schema.Literals(["system", "light", "dark"]),
  language: Schema.NullOr(Schema.Literals(languageCodes)).annotate({
    description:
      "The language of the console, and of the mails and chat messages to you (ISO 639); null: of the console " +
      "the browser's, or English where it is not spoken, and of messages the project's"
  }),
  sound: Schema.Boolean.annotate({ description: "Whether a new alert is heard" }),
  units: Schema.Literals(["metric", "imperial"]).annotate({
    description: "What lengths, areas and speeds are shown in; the API speaks in metric units whatever it is"
  }),
  last_project_id: Schema.NullOr(Uuid).annotate({
    description: "The project that was opened last in the console, in whichever browser; null: none yet"
  })
}

/** Preferences are all preferences, with their defaults filled in. */
export const Preferences = Schema.Struct(members).annotate({ identifier: "Preferences" })
/** The decoded form of `Preferences`. */
export type Preferences = typeof Preferences.Type

/** PreferencesChange is what a user has set, or sets now. */
export const PreferencesChange = Schema.Struct(members).mapFields(Struct.map(Schema.optionalKey))
/** The decoded form of a `PreferencesChange`. */
export type PreferencesChange = typeof PreferencesChange.Type

/** The defaults of a user who has set none. */
const standard: Preferences = {
  single_keys: true,
  theme: "system",
  language: null,
  sound: false,
  units: "metric",
  last_project_id: null
}

/** Returns all preferences of a user who has set these. */
export const preferencesOf = (said: PreferencesChange): Preferences => ({ ...standard, ...said })
