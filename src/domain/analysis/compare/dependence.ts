// Which metrics depend on what: where two results were made unlike, the difference of these says nothing alone.

/** Whether a metric, by its key, depends on something. */
type Dependence = (metric: string) => boolean

/** All metrics. */
const all: Dependence = () => true

const beginningWith =
  (...beginnings: ReadonlyArray<string>): Dependence =>
  (metric) =>
    beginnings.some((beginning) => metric.startsWith(beginning))

const distances = ["distance_", "daily_distance", "day_distance", "twilight_distance", "night_distance"]
const stationary = ["stationary", "moving", "longest_stationary"]
const visits = ["visits", "herd_visits", "revisited"]

/** Metrics that depend on the sampling interval: with fewer fixes a path is shorter and a kernel wider. */
const ofSampling = beginningWith(
  "fixes",
  ...distances,
  "mean_speed",
  "median_speed",
  "p95_speed",
  "max_speed",
  "straightness",
  "turning",
  "cluster",
  "effective",
  "kde",
  ...stationary,
  ...visits
)

/** Metrics that grow with the length of the period. */
const ofLength = beginningWith(
  "fixes",
  "excluded",
  "days_with",
  "gaps",
  "covered_hours",
  "weighted",
  "distance_km",
  "day_distance",
  "twilight_distance",
  "night_distance",
  "displacement",
  "max_displacement",
  "stationary_periods",
  "longest",
  "turning_angles",
  "residence",
  "hotspot",
  "cluster",
  "mcp",
  "kde",
  "animal_",
  "tracked_animal",
  "inside_animal",
  "outside_animal",
  "use_days",
  "rest_days",
  "used_cells",
  "hours_since",
  ...visits
)

const byParameter: Readonly<Record<string, Dependence>> = {
  gap_hours: all,
  max_speed_mps: all,
  cell_m: beginningWith("residence", "visits", "revisited", "hotspot", "cluster", "used_cells", "gini"),
  stationary_speed_mps: beginningWith(...stationary),
  stationary_min_minutes: beginningWith(...stationary),
  revisit_hours: beginningWith("visits", "revisited"),
  methods: beginningWith("mcp", "kde", "cluster"),
  mcp_percent: beginningWith("mcp"),
  kde_bandwidth_m: beginningWith("kde"),
  kde_grid: beginningWith("kde"),
  min_absence_hours: beginningWith("visits", "herd_visits", "mean_visit"),
  rest_threshold_hours: beginningWith("use_days", "rest_days", "longest_rest"),
  weighting: beginningWith("weighted"),
  weight_key: beginningWith("weighted"),
  // they have a table of their own
  seasons: () => false
}

/** dependence lists what a metric may depend on, other than parameters. */
export const dependence = {
  sampling: ofSampling,
  length: ofLength,
  /** days and hours are named by it */
  timezone: beginningWith("days_with", "distance_per_day", "use_days", "rest_days", "longest_rest"),
  /** of a parameter that a newer release has, all may */
  parameter: (name: string): Dependence => byParameter[name] ?? all
} as const
