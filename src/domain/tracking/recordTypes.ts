// Kinds of positions.

/** recordTypes are the origins of positions: the device's own receiver, or the network's estimate. */
export const recordTypes = ["gnss", "network"] as const
/** RecordType is the type of a position: of the device's receiver or of a network. */
export type RecordType = (typeof recordTypes)[number]
