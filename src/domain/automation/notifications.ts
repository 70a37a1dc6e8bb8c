// The texts of mails and chat messages by language, and the language of a message.
import { notifications as en } from "../../words/en/messages/notifications.ts"
import { notifications as es } from "../../words/es/messages/notifications.ts"
import { type LanguageCode, languageCodes } from "../access/Preferences.ts"

/** notificationsIn are the texts of mails and chat messages in each language. */
export const notificationsIn: Readonly<Record<LanguageCode, typeof en>> = { en, es }

/**
 * languageOf returns the first language that Pugmark speaks: that of the receiver's account (absent: none is
 * known, or it has no language), then that of the project; English where neither is set. Settings may be
 * older than what is known of them now, so that values of any kind are possible.
 *
 * @example
 *   languageOf(null, "es") // "es"
 */
export const languageOf = (account: unknown, project: unknown): LanguageCode =>
  languageCodes.find((code) => code === account) ?? languageCodes.find((code) => code === project) ?? "en"
