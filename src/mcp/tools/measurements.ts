// What devices measured.
import { Effect, Schema } from "effect"
import { MetricKey } from "../../domain/tracking/MetricRecord.ts"
import { foreign, saidOr } from "../marked.ts"
import { perhaps, projectTool, range } from "../Tool.ts"
import { Uuid } from "../../domain/fields.ts"

const METRICS = 6
const POINTS = 200
const USUAL_POINTS = 60

export const queryMeasurements = projectTool(
  {
    name: "query_measurements",
    title: "Query measurements",
    description:
      "What the devices of one entity (or one device) measured: battery, temperature, activity and so on, " +
      "with units. Without from and to: the newest value of each metric. With both: a series of each metric " +
      "named in metrics, oldest first, thinned so that highs and lows stay (thinned, total_points). " +
      "list_metrics has the keys.",
    needs: ["project:read"]
  },
  {
    entity_id: perhaps(Uuid, "Whose: this entity. Give this or device_id"),
    device_id: perhaps(Uuid, "Whose: this device, whoever wore it"),
    metrics: perhaps(
      Schema.Array(MetricKey).check(Schema.isMinLength(1), Schema.isMaxLength(METRICS)),
      `Keys of metrics, ${METRICS} at most; needed for a series`
    ),
    ...range,
    max_points: perhaps(
      Schema.Int.check(Schema.isBetween({ minimum: 4, maximum: POINTS })),
      `Points of each series, ${USUAL_POINTS} unless given`
    )
  },
  Effect.fnUntraced(function* (input, { ask, project }) {
    const { device_id, entity_id, from, max_points = USUAL_POINTS, metrics, to } = input
    const params = { project_id: project.id }
    if (from === undefined && to === undefined) {
      const { items } = yield* ask("GET", "/projects/:project_id/latest", {
        params,
        query: { entity_id, device_id, metric: metrics, limit: "1" }
      })
      return {
        latest: (items[0]?.values ?? []).map(({ age_seconds, label, metric, time, unit, value }) => ({
          metric,
          label: saidOr(label),
          value: foreign(value),
          unit: saidOr(unit, 20),
          time,
          age_seconds
        }))
      }
    }
    const { series } = yield* ask("GET", "/projects/:project_id/series", {
      params,
      query: {
        // named or not: the API says what is missing
        metric: metrics ?? [],
        entity_id: entity_id === undefined ? undefined : [entity_id],
        device_id: device_id === undefined ? undefined : [device_id],
        from,
        to,
        max_points: String(max_points)
      }
    })
    return {
      series: series.map(({ label, metric, points, thinned, total_points, unit }) => ({
        metric,
        label: saidOr(label),
        unit: saidOr(unit, 20),
        total_points,
        thinned,
        points: points.map(({ time, value }) => [time, foreign(value)])
      }))
    }
  })
)
