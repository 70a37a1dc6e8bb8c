// Navigation from an alert of a list: to its page, its trace, and the page that explains missing alerts.
import { useNavigate } from "@tanstack/react-router"
import type { Alert } from "../../data/alerts.ts"
import { eventRecord } from "../../data/events.ts"
import { queryClient } from "../../data/queryClient.ts"
import { useProject } from "../../shell/useProject.ts"

interface AlertWays {
  readonly toPage: (alert: Alert) => void
  /** does nothing where there is no trace or the user may not read it */
  readonly toTrace: (alert: Alert) => void
  /** does nothing where the alert is about no animal */
  readonly toWhyNot: (alert: Alert) => void
}

/** useAlertWays returns the navigation functions of an alert. */
export const useAlertWays = (): AlertWays => {
  const { project } = useProject()
  const navigate = useNavigate()
  const { slug } = project
  return {
    toPage: ({ event_id: event }) => void navigate({ to: "/p/$slug/events/$event", params: { slug, event } }),
    toTrace: ({ event_id }) =>
      void queryClient.fetchQuery(eventRecord(project.id, event_id)).then(
        ({ trace }) =>
          trace === null
            ? undefined
            : navigate({ to: "/p/$slug/operate/traces/$trace", params: { slug, trace: trace.id } }),
        () => undefined // the page of the alert says why
      ),
    toWhyNot: ({ entity_id: entity, event_time: t }) =>
      entity === null
        ? undefined
        : void navigate({ to: "/p/$slug/animals/$entity/why", params: { slug, entity }, search: { t } })
  }
}
