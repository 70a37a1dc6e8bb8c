// Previews which events an automation would have delivered: evaluates stored events of the last days with the
// predicate that the queue of deliveries uses for new ones.
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import {
  type AutomationBounds,
  type AutomationPreview,
  countSkips,
  MAX_PREVIEW_EVENTS,
  MAX_PREVIEW_READS,
  PREVIEW_DAYS,
  type PreviewableEvent,
  previewEvent,
  type PreviewedMessage
} from "../../domain/automation/AutomationPreview.ts"
import type { EventMatter } from "../../domain/automation/Message.ts"
import { matches } from "../../domain/automation/matches.ts"
import { languageOf } from "../../domain/automation/notifications.ts"
import { previewMessage } from "../../domain/automation/previewMessage.ts"
import { seenRecords } from "../access/visibilityConditions.ts"
import { Alerts } from "../events/Alerts.ts"
import { alertOfEvent } from "../events/eventRow.ts"
import { Events } from "../events/Events.ts"
import { wireTime } from "../sql/keyset.ts"
import { importedOf } from "./dispatchEvents.ts"

const DAY_MS = 86_400_000

/** PreviewRequest is what to preview. */
interface PreviewRequest {
  readonly name: string
  readonly bounds: AutomationBounds
  /** the public address of the service; null: messages carry no links */
  readonly base: string | null
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const events = yield* Events
  const alerts = yield* Alerts

  const readEvents = (projectId: string, visibility: Visibility, since: Date) => pg<PreviewableEvent>`
    select e.id, ${pg.literal(wireTime("e.time"))} as time,
      ${pg.literal(wireTime("e.created_at"))} as created_at, e.event_type, e.severity, e.rule_id, e.entity_id,
      e.superseded, e.snoozed, e.reminder,
      case when a.id is not null then jsonb_strip_nulls(
        jsonb_build_object('id', a.id, 'status', a.status, 'history', a.history)
      ) end as alert
    from (
      select *
      from events e
      where ${pg.and([
        pg`e.project_id = ${projectId}::uuid and e.time >= ${since}`,
        ...seenRecords(pg, visibility, "e")
      ])}
      order by e.time desc, e.id desc
      limit ${MAX_PREVIEW_READS + 1}
    ) e ${pg.literal(alertOfEvent)}
    order by e.time desc, e.id desc`

  const readMessage = Effect.fnUntraced(function* (
    projectId: string,
    eventId: string | undefined,
    { base, name }: PreviewRequest,
    today: string
  ): Effect.fn.Return<PreviewedMessage> {
    const [project] = yield* Effect.orDie(
      pg<EventMatter["project"] & { readonly language: string | null }>`
        select id, slug, name, timezone, settings ->> 'language' as language
        from projects
        where id = ${projectId}::uuid`
    )
    const { language: setLanguage, ...shown } = project!
    const about = { project: shown, automation: { id: null, name } }
    const language = languageOf(null, setLanguage)
    const [event] = eventId === undefined ? [] : yield* events.byIds([eventId])
    if (event === undefined)
      return previewMessage({ ...about, event: null, alert: null, askedAt: today }, base, language)
    const [alert] = event.alert === null ? [] : yield* alerts.byIds([event.alert.id])
    return previewMessage({ ...about, event, alert: alert ?? null }, base, language)
  })

  /** Reads a bounded number of events, of those that the caller sees; nothing is created. */
  const preview = Effect.fn("AutomationPreviews.preview")(function* (
    projectId: string,
    visibility: Visibility,
    request: PreviewRequest
  ) {
    const now = yield* Clock.currentTimeMillis
    const since = new Date(now - PREVIEW_DAYS * DAY_MS)
    const rows = yield* readEvents(projectId, visibility, since)
    const read = rows.slice(0, MAX_PREVIEW_READS)
    const matching = read.filter((event) => matches(request.bounds, event))
    const shownEvents = matching.slice(0, MAX_PREVIEW_EVENTS)
    const imported = yield* importedOf(pg, shownEvents)
    const previewed = shownEvents.map((event) => previewEvent(event, request.bounds, imported.has(event.id)))
    const truncated = matching.length > shownEvents.length || rows.length > read.length
    const last = matching.length > shownEvents.length ? shownEvents.at(-1) : read.at(-1)
    const sentEvents = previewed.filter(({ skip }) => skip === null)
    // the time of a test is that of the day: the same question has the same answer
    const today = `${new Date(now).toISOString().slice(0, 10)}T00:00:00.000Z`
    return {
      days: PREVIEW_DAYS,
      told: sentEvents.length,
      skipped: countSkips(previewed),
      events: previewed,
      truncated,
      oldest: truncated ? (last?.time ?? null) : null,
      message: yield* readMessage(projectId, (sentEvents[0] ?? previewed[0])?.event_id, request, today)
    } satisfies AutomationPreview
  }, Effect.orDie)

  return { preview }
})

/** AutomationPreviews previews which events an automation would deliver. */
export class AutomationPreviews extends Context.Service<AutomationPreviews>()("store/AutomationPreviews", {
  make
}) {
  static readonly layer = Layer.effect(AutomationPreviews, make)
}
