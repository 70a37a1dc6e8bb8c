// The message about an event as receivers would get it, without anything that a receiver could be deceived with.
import type { LanguageCode } from "../access/Preferences.ts"
import type { PreviewedMessage } from "./AutomationPreview.ts"
import { type EventMatter, type Matter, messageLinks, subjectOf, textOf, webhookBody } from "./Message.ts"
import type { TestMatter } from "./TestMessage.ts"
import { webhookHeaders } from "./webhookHeaders.ts"

/** The id of a delivery that there is not. */
const EXAMPLE_DELIVERY_ID = "00000000-0000-7000-8000-000000000000"
/** Stands for a signature: what signs is known to the receiver and the worker alone. */
const MASKED_SIGNATURE = "v1,…"

const linked = (matter: EventMatter, base: string | null): EventMatter =>
  base === null ? matter : { ...matter, links: messageLinks(base, matter) }

type EventExample = Omit<EventMatter, "deliveryId" | "links">
type TestExample = Omit<TestMatter, "deliveryId">

/**
 * previewMessage renders a message as channels do, in the project's language; `base` is the public address,
 * null where it is not known.
 */
export const previewMessage = (
  example: EventExample | TestExample,
  base: string | null,
  language: LanguageCode
): PreviewedMessage => {
  const of = { deliveryId: EXAMPLE_DELIVERY_ID }
  const matter: Matter = example.event === null ? { ...example, ...of } : linked({ ...example, ...of }, base)
  const at = Date.parse(matter.event === null ? matter.askedAt : matter.event.created_at)
  return {
    event_id: matter.event?.id ?? null,
    subject: subjectOf(matter, language),
    text: textOf(matter, language),
    headers: webhookHeaders(EXAMPLE_DELIVERY_ID, at, MASKED_SIGNATURE),
    body: webhookBody(matter)
  }
}
