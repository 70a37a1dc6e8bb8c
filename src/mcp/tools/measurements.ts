// Tool for measurements.
import { Effect, Schema } from "effect"
import { MetricKey } from "../../domain/tracking/MetricRecord.ts"
import { quoteAllTexts, quoteUntrustedOrNull } from "../untrustedText.ts"
import { optionalMember, projectTool, rangeMembers } from "../Tool.ts"
import { Uuid } from "../../domain/schemas.ts"

const MAX_METRICS = 6
const MAX_POINTS = 200
const DEFAULT_POINTS = 60

/** The tool `query_measurements`. */
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
    entity_id: optionalMember(Uuid, "Whose: this entity. Give this or device_id"),
    device_id: optionalMember(Uuid, "Whose: this device, whoever wore it"),
    metrics: optionalMember(
      Schema.Array(MetricKey).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_METRICS)),
      `Keys of metrics, ${MAX_METRICS} at most; needed for a series`
    ),
    ...rangeMembers,
    max_points: optionalMember(
      Schema.Int.check(Schema.isBetween({ minimum: 4, maximum: MAX_POINTS })),
      `Points of each series, ${DEFAULT_POINTS} unless given`
    )
  },
  Effect.fnUntraced(function* (input, { ask, project }) {
    const { device_id, entity_id, from, max_points = DEFAULT_POINTS, metrics, to } = input
    const params = { project_id: project.id }
    if (from === undefined && to === undefined) {
      const { items } = yield* ask("GET", "/projects/:project_id/latest", {
        params,
        query: { entity_id, device_id, metric: metrics, limit: "1" }
      })
      return {
        latest: (items[0]?.values ?? []).map(({ age_seconds, label, metric, time, unit, value }) => ({
          metric,
          label: quoteUntrustedOrNull(label),
          value: quoteAllTexts(value),
          unit: quoteUntrustedOrNull(unit, 20),
          time,
          age_seconds
        }))
      }
    }
    const { series } = yield* ask("GET", "/projects/:project_id/series", {
      params,
      query: {
        // without metrics, the API answers which member is missing
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
        label: quoteUntrustedOrNull(label),
        unit: quoteUntrustedOrNull(unit, 20),
        total_points,
        thinned,
        points: points.map(({ time, value }) => [time, quoteAllTexts(value)])
      }))
    }
  })
)
