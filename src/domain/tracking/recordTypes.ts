// Kinds of position.

/** Where positions come from: the device's own receiver, or the network's estimate. */
export const recordTypes = ["gnss", "network"] as const
export type RecordType = (typeof recordTypes)[number]
