// The lane of a project that needs more than its share of a turn: a cursor of its own in a partition, with a
// window being evaluated.

/**
 * LanePlace is a place in a window: what this subject and those before it, by id, had up to `at` is
 * evaluated.
 */
export interface LanePlace {
  readonly subjectId: string
  /** effective time, epoch ms */
  readonly at: number
  /** schedules that tick at that very moment were asked too */
  readonly ticked: boolean
}

/**
 * Lane tells how far a project is evaluated in a partition: its entries in rows up to `position`. The window
 * is `(position, upTo]`, empty if none is being evaluated.
 */
export interface Lane {
  readonly partition: number
  readonly projectId: string
  readonly position: number
  readonly upTo: number
  readonly place: LanePlace | null
  /** epoch ms */
  readonly openedAt: number
  /** the rule with the most events; null: there are none */
  readonly ruleId: string | null
}

/** LaneMove is a lane that opens (`before` null), advances, or closes (`after` null). */
export interface LaneMove {
  readonly before: Lane | null
  readonly after: Lane | null
}

/** Whether a place in a window lies at or past a subject's moment. */
export const isPast = (place: LanePlace | null, subjectId: string, at: number): boolean =>
  place !== null && (subjectId < place.subjectId || (subjectId === place.subjectId && at <= place.at))
