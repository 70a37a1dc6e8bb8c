// The message to a receiver: the JSON of a webhook, and the same as text for mail and chat.
import * as Schema from "effect/Schema"
import { linksIn } from "../consoleLinks.ts"
import { Alert } from "../event/Alert.ts"
import type { LanguageCode } from "../access/Preferences.ts"
import { Event } from "../event/Event.ts"
import { Instant, Uuid } from "../schemas.ts"
import { markOf } from "../geo/boxOf.ts"
import { notificationsIn } from "./notifications.ts"
import { oneLine } from "./oneLine.ts"
import { type TestBody, testBody, type TestMatter, testSubject, testText } from "./TestMessage.ts"

/** MessageLinks are the pages of the console for the subject of a message. */
interface MessageLinks {
  readonly event: string
  /** null: the event has no alert */
  readonly alert: string | null
}

/** Returns the links of a message about an event; `base` is the public address of the service. */
export const messageLinks = (base: string, { alert, event, project }: EventMatter): MessageLinks => {
  const links = linksIn(base, project.slug)
  return { event: links.event(event.id), alert: alert === null ? null : links.alert(alert.id) }
}

const url = Schema.optionalKey(
  Schema.String.annotate({ description: "Its page in the console; absent where PUBLIC_URL is not set" })
)

/** The body of a webhook. Receivers ignore members they do not know. */
export const WebhookBody = Schema.Struct({
  type: Schema.Literal("event.created"),
  timestamp: Instant.annotate({ description: "When the service learned of the event" }),
  data: Schema.Struct({
    event: Event.mapFields((members) => ({ ...members, url })),
    alert: Schema.NullOr(Alert.mapFields((members) => ({ ...members, url }))).annotate({
      description: "As it stands when this is sent"
    }),
    project: Schema.Struct({ id: Uuid, slug: Schema.String, name: Schema.String }),
    automation: Schema.Struct({ id: Schema.NullOr(Uuid), name: Schema.String }),
    delivery_id: Uuid
  })
}).annotate({ identifier: "WebhookBody" })
export type WebhookBody = typeof WebhookBody.Type

/** All that a message about an event is made of. */
export interface EventMatter {
  readonly deliveryId: string
  readonly event: Event
  readonly alert: Alert | null
  readonly project: {
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly timezone: string
  }
  /** `id` null: it was removed meanwhile */
  readonly automation: { readonly id: string | null; readonly name: string }
  /** absent: the public address of the service is not known */
  readonly links?: MessageLinks
}

/** Matter is the content of a message: an event or a test. */
export type Matter = EventMatter | TestMatter

const withUrl = <A extends object>(record: A, address: string | null | undefined) =>
  address === null || address === undefined ? record : { ...record, url: address }

/** Returns the webhook's body about an event. */
export const eventBody = ({
  alert,
  automation,
  deliveryId,
  event,
  links,
  project
}: EventMatter): WebhookBody => ({
  type: "event.created",
  timestamp: event.created_at,
  data: {
    event: withUrl(event, links?.event),
    alert: alert === null ? null : withUrl(alert, links?.alert),
    project: { id: project.id, slug: project.slug, name: project.name },
    automation: { id: automation.id, name: automation.name },
    delivery_id: deliveryId
  }
})

/** Returns the body of the webhook that carries a message. */
export const webhookBody = (matter: Matter): WebhookBody | TestBody =>
  matter.event === null ? testBody(matter) : eventBody(matter)

/** Returns the first line of a message: how bad, and what. */
export const subjectOf = (matter: Matter, language: LanguageCode): string => {
  if (matter.event === null) return testSubject(matter, language)
  const { event, project } = matter
  const { severity, title } = event
  const text = oneLine(notificationsIn[language].subject({ project: project.name, severity, title }))
  return text.length <= 200 ? text : `${text.slice(0, 199).toWellFormed()}…`
}

/** Returns the message in plain text. Every member stands on a line of its own and cannot add another. */
export const textOf = (matter: Matter, language: LanguageCode): string => {
  if (matter.event === null) return testText(matter, language)
  const text = notificationsIn[language]
  const { labels } = text
  const { alert, automation, event, links, project } = matter
  const mark = event.geometry === null ? null : markOf(event.geometry)
  const place = mark === null ? null : `${mark[1].toFixed(5)}, ${mark[0].toFixed(5)}`
  const lines: ReadonlyArray<readonly [label: string, value: string | null]> = [
    [labels.when, text.moment({ at: Date.parse(event.time), timeZone: project.timezone })],
    [labels.who, [event.entity_name, event.device_name].filter((name) => name !== null).join(", ") || null],
    [labels.where, place],
    [labels.what, `${event.event_type}, ${text.severity[event.severity]}`],
    [
      labels.rule,
      event.rule_id === null
        ? null
        : text.rule({ name: event.source.name ?? event.rule_id, version: event.rule_version })
    ],
    [labels.alert, alert === null ? null : text.status[alert.status]],
    [labels.event, event.id],
    [alert?.status === "open" ? labels.acknowledge : labels.alertPage, links?.alert ?? null],
    [labels.eventPage, links?.event ?? null]
  ]
  return [
    subjectOf(matter, language),
    "",
    ...(event.description === "" ? [] : [oneLine(event.description), ""]),
    ...lines.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${oneLine(value)}`])),
    "",
    oneLine(text.by({ automation: automation.name }))
  ].join("\n")
}
