// The message of a test: it confirms the connection, in words that cannot be mistaken for an alarm.
import * as Schema from "effect/Schema"
import type { LanguageCode } from "../access/Preferences.ts"
import { Instant, Uuid } from "../schemas.ts"
import { notificationsIn } from "./notifications.ts"
import { oneLine } from "./oneLine.ts"

/** The body of a webhook's test. */
export const TestBody = Schema.Struct({
  type: Schema.Literal("automation.tested"),
  timestamp: Instant.annotate({ description: "When the test was asked for" }),
  data: Schema.Struct({
    project: Schema.Struct({ id: Uuid, slug: Schema.String, name: Schema.String }),
    automation: Schema.Struct({ id: Schema.NullOr(Uuid), name: Schema.String }),
    delivery_id: Uuid
  })
}).annotate({ identifier: "TestBody" })
export type TestBody = typeof TestBody.Type

/** TestMatter is the content of a test message. */
export interface TestMatter {
  readonly deliveryId: string
  readonly event: null
  readonly alert: null
  /** when it was asked for, RFC 3339 */
  readonly askedAt: string
  readonly project: {
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly timezone: string
  }
  /** `id` null: it was removed meanwhile */
  readonly automation: { readonly id: string | null; readonly name: string }
}

/** Returns the webhook's body of a test. */
export const testBody = ({ askedAt, automation, deliveryId, project }: TestMatter): TestBody => ({
  type: "automation.tested",
  timestamp: askedAt,
  data: {
    project: { id: project.id, slug: project.slug, name: project.name },
    automation: { id: automation.id, name: automation.name },
    delivery_id: deliveryId
  }
})

/** Returns the first line of a test. */
export const testSubject = ({ automation, project }: TestMatter, language: LanguageCode): string =>
  oneLine(notificationsIn[language].test.subject({ project: project.name, automation: automation.name }))

/** Returns a test in plain text. */
export const testText = (matter: TestMatter, language: LanguageCode): string => {
  const text = notificationsIn[language].test
  return [
    testSubject(matter, language),
    "",
    text.nothingHappened,
    oneLine(text.events({ automation: matter.automation.name }))
  ].join("\n")
}
