// How a warning is made: its message, and the English text of it.
import type { Warning } from "../../src/domain/analysis/Result.ts"
import type { PeriodKey } from "../../src/domain/analysis/Tracks.ts"
import { warnings } from "../../src/words/en/messages/warnings.ts"
import { type Message, messageText, type Phrase } from "../../src/words/message.ts"

/** DraftWarning is a warning before its subject is added. */
export type DraftWarning = Omit<Warning, "subject" | "text" | "message"> & { readonly message: Message }

type Room = typeof warnings
/** A text with parameters, or one without. */
type Code = Exclude<keyof Room, "sides">

/** The parameters of a text as they stand in a message: a phrase is a message there. */
type ArgsOf<Text> = Text extends (p: infer P) => unknown
  ? {
      readonly [K in keyof P]: P[K] extends Phrase
        ? Message
        : P[K] extends ReadonlyArray<Phrase>
          ? ReadonlyArray<Message>
          : P[K]
    }
  : Readonly<Record<string, never>>

/** messageOf makes the message of a text of the room `warnings`. */
export const messageOf = <C extends Code>(code: C, args: ArgsOf<Room[C]>): Message => ({ code, args })

/** sideMessage makes the message of the name of a side. */
export const sideMessage = (side: keyof Room["sides"]): Message => ({ code: `sides.${side}` })

const draftOf =
  (level: Warning["level"]) =>
  (code: Warning["code"], message: Message, counts: Warning["counts"]): DraftWarning => ({
    code,
    level,
    message,
    counts
  })

/** notice makes a warning that changes no figure much. */
export const notice = draftOf("notice")

/** warning makes a warning that may change what a figure means. */
export const warning = draftOf("warning")

/** warningAbout completes a warning. `subject`: id of an animal or an area; null: the run. */
export const warningAbout = (subject: string | null, draft: DraftWarning): Warning => ({
  code: draft.code,
  level: draft.level,
  subject,
  text: messageText(draft.message, warnings)!,
  message: draft.message,
  counts: draft.counts
})

/** warningInPeriod completes a warning about a subject in a period, which its text names where a run has two. */
export const warningInPeriod = (
  subject: string,
  period: PeriodKey,
  isCompared: boolean,
  draft: DraftWarning
): Warning =>
  warningAbout(subject, {
    ...draft,
    message:
      isCompared && period === "comparison"
        ? messageOf("inComparison", { said: draft.message })
        : draft.message,
    counts: { ...draft.counts, period }
  })
