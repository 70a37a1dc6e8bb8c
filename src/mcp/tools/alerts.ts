// Tools for alerts.
import { Effect, Schema } from "effect"
import { quoteUntrusted, quoteUntrustedOrNull, unquote } from "../untrustedText.ts"
import { idMember, optionalMember, projectTool } from "../Tool.ts"

/** The tool `acknowledge_alert`. */
export const acknowledgeAlert = projectTool(
  {
    name: "acknowledge_alert",
    title: "Acknowledge an alert",
    description:
      "Says that somebody has seen an alert and takes care of it: from open to acknowledged. Everybody in the " +
      "project sees that you did it, for the person who connected you, so do it only when they asked for it. " +
      "It does not resolve the alert. Where somebody was first nothing changes, and steps shows who.",
    needs: ["alerts:write", "project:read"],
    effects: "changes"
  },
  {
    alert_id: idMember("The alert, as query_events and get_event give it: alert.id"),
    note: optionalMember(Schema.String.check(Schema.isMaxLength(1000)), "Why, for people")
  },
  Effect.fnUntraced(function* ({ alert_id, note }, { ask, links, project }) {
    const alert = yield* ask("POST", "/projects/:project_id/alerts/:alert_id/acknowledge", {
      params: { project_id: project.id, alert_id },
      body: note === undefined ? {} : { note: unquote(note) }
    })
    return {
      alert_id: alert.id,
      status: alert.status,
      title: quoteUntrusted(alert.title),
      superseded: alert.superseded,
      acknowledged_at: alert.acknowledged_at,
      steps: alert.steps.slice(-5).map((step) => ({
        at: step.at,
        to: step.to,
        by: { kind: step.actor.kind, name: quoteUntrustedOrNull(step.actor.name) },
        note: quoteUntrustedOrNull(step.note)
      })),
      console: links.event(alert.event_id)
    }
  })
)
