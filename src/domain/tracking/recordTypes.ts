// Kinds of positions.

/** recordTypes are the origins of positions: the device's own receiver, or the network's estimate. */
export const recordTypes = ["gnss", "network"] as const
/** RecordType is one of these. */
export type RecordType = (typeof recordTypes)[number]
