// Which alert a reminder carries. People resolve alerts and the engine never looks at that: it is asked when the
// reminder is committed, under a lock on the alert, so that a reminder and a person who resolves come one after
// the other.

/** The newest alert of an episode. */
export interface EpisodeAlert {
  readonly id: string
  /** epoch ms; null: it is open, or acknowledged */
  readonly resolvedAt: number | null
}

/** A reminder on its way into the tables. */
interface Reminder {
  /** when the condition still held, epoch ms */
  readonly at: number
  /** it was found after the fact */
  readonly late: boolean
  /** what it tells is past, by its data source or its age */
  readonly isHistory: boolean
  /** the id of an alert that it may open; null: its rule asks for none, or is snoozed */
  readonly alertId: string | null
}

/** The alert that an event carries, and whether the event opens it. */
interface CarriedAlert {
  readonly id: string | null
  readonly opens: boolean
}

/**
 * Returns the alert that a reminder carries. While one of its episode is being handled it is that one. One
 * that was resolved although the condition still holds is followed by another; not where the reminder tells
 * of the time before it was resolved, or of the past.
 */
export const carriedAlert = (
  newest: EpisodeAlert | null,
  { alertId, at, isHistory, late }: Reminder
): CarriedAlert => {
  if (newest === null) return { id: alertId, opens: alertId !== null }
  const isSettled =
    newest.resolvedAt === null || alertId === null || isHistory || (late && at <= newest.resolvedAt)
  return isSettled ? { id: newest.id, opens: false } : { id: alertId, opens: true }
}
