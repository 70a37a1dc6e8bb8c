// English words of the charts.
import { countsIn } from "../tools.ts"

const counts = countsIn("en-GB")

/** charts are the words of the charts. */
export const charts = {
  spark: {
    none: (p: { metric: string }) => `${p.metric}: nothing came in the last 24 hours`,
    last: (p: { metric: string; value: string; age: string }) =>
      `${p.metric}, last 24 hours: ${p.value} ${p.age} ago`
  },
  aroundEvent: {
    range: (p: { name: string; low: string; high: string; unit: string; limit: string | null }) => {
      const range = `${p.name} around the event: ${p.low} to ${p.high} ${p.unit}`
      return p.limit === null ? range : `${range}, limit ${p.limit}`
    },
    lanes: "When the conditions held, and what was done",
    distanceTo: (p: { name: string }) => `Distance to ${p.name}`,
    hours: "These hours",
    showAsTable: "Show as table"
  },
  lanes: {
    battery: "Battery",
    condition: "Condition",
    alert: "Alert",
    active: "active",
    holdsSince: (p: { time: string }) => `holds since ${p.time}`,
    open: (p: { time: string; who: string }) => `open again ${p.time} by ${p.who}`,
    acknowledged: (p: { time: string; who: string }) => `acknowledged ${p.time} by ${p.who}`,
    resolved: (p: { time: string; who: string }) => `resolved ${p.time} by ${p.who}`
  },
  judged: {
    short: (p: { time: string }) => `${p.time} judged`,
    long: (p: { time: string; count: number }) =>
      `the ${p.time} that were judged, ${counts(p.count, { one: "# value", other: "# values" })}`
  }
}
