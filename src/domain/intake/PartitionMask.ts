// Sets of partitions of the log, as the notification carries them that the log grew.
import { PARTITIONS } from "./LogEntry.ts"

/** PartitionMask is a set of partitions: bit n stands for partition n. */
export type PartitionMask = bigint

const BIT_VALUES = Array.from({ length: PARTITIONS }, (_, partition) => 1n << BigInt(partition))
const ALL_PARTITIONS = (1n << BigInt(PARTITIONS)) - 1n
const MASK_PATTERN = new RegExp(`^[0-9a-f]{1,${Math.ceil(PARTITIONS / 4)}}$`)

/** Returns the mask of some partitions. */
export const partitionMask = (partitions: Iterable<number>): PartitionMask => {
  let mask = 0n
  for (const partition of partitions) mask |= BIT_VALUES[partition]!
  return mask
}

/** Writes a mask as hexadecimal digits. */
export const writePartitionMask = (mask: PartitionMask): string => mask.toString(16)

/** Reads a mask; a text that is none stands for all partitions: earlier releases sent an empty one. */
export const readPartitionMask = (text: string): PartitionMask =>
  MASK_PATTERN.test(text) ? BigInt(`0x${text}`) : ALL_PARTITIONS
