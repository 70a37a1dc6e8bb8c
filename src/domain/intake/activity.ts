// Activity: how far the accelerometer of a device moved from one of its status messages to the next. An animal that
// lies still for half a day has none.

/** Acceleration is a reading of an accelerometer, in m/s². */
export interface Acceleration {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** The metrics of an acceleration; a status message is a time at which a device has all three. */
export const axes = { accel_x: "x", accel_y: "y", accel_z: "z" } as const satisfies Readonly<
  Record<string, keyof Acceleration>
>
/** Axis is the metric of one axis. */
type Axis = keyof typeof axes

/** The metric that is derived, unless the device sends it itself. */
export const ACTIVITY_METRIC = "activity"

/** Returns whether a metric is that of an axis. */
export const isAxis = (metric: string): metric is Axis => Object.hasOwn(axes, metric)

/** Whether values of a metric have to do with activity. */
export const concernsActivity = (metric: string): boolean => isAxis(metric) || metric === ACTIVITY_METRIC

/** |to − from| = √((x₂ − x₁)² + (y₂ − y₁)² + (z₂ − z₁)²), m/s²; the largest number where that is none. */
export const changeBetween = (from: Acceleration, to: Acceleration): number => {
  const x = to.x - from.x,
    y = to.y - from.y,
    z = to.z - from.z
  return Math.min(Math.sqrt(x * x + y * y + z * z), Number.MAX_VALUE)
}

/** StatusMessage is a moment at which a device has all three axes, and its stored activity. */
export interface StatusMessage {
  readonly acceleration: Acceleration
  /** what is stored as its activity; null: nothing */
  readonly activity: number | null
  /** the device sends its activity itself: that counts, and is left alone */
  readonly isOwn: boolean
  /** it was not there before */
  readonly isNew: boolean
}

/**
 * What the activities of a device's messages, given in the order of effective time, must become: each message
 * against the one before it, the first has none. Only of those that are new and those that follow a new one
 * is it said, and only where it differs.
 */
export const deriveActivities = <M extends StatusMessage>(
  messages: ReadonlyArray<M>
): ReadonlyArray<{ readonly message: M; readonly activity: number }> =>
  messages.flatMap((message, i) => {
    const before = messages[i - 1]
    if (before === undefined || message.isOwn || !(message.isNew || before.isNew)) return []
    const activity = changeBetween(before.acceleration, message.acceleration)
    return activity === message.activity ? [] : [{ message, activity }]
  })
