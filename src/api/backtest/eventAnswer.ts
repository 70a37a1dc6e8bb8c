// Events of rule tests as answers have them.
import type { MadeEvent } from "../../backtest/BacktestOptions.ts"
import { contextOf } from "../../domain/event/context.ts"
import { writtenEvaluation } from "../../domain/rule/conditions/Evaluated.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Who } from "../../domain/rule/scope.ts"
import { formatInstant } from "../../domain/time.ts"

/** Returns a subject with its name: an entity, or a device without one. */
export const subjectOf = ({ entityId, id }: Subject, { device, entity }: Who) => ({
  entity_id: entityId,
  device_id: entityId === null ? id : null,
  name: (entity ?? device).name
})

/** Makes the function that returns an event; with `traced`, also what was read for it. */
export const eventAnswer = (traced: boolean) => (e: MadeEvent) => ({
  time: formatInstant(e.at),
  subject: subjectOf(e.subject, e.who),
  title: e.title,
  reason: e.kind === "reminder" ? "reminder" : "fired",
  ...(e.feature === null ? {} : { feature: { id: e.feature.id, name: e.feature.name } }),
  would_create_alert: e.alertId !== null,
  context: contextOf(e),
  ...(traced ? { trace: writtenEvaluation(e.evaluated) } : {})
})
