/** Bytes of a file of areas, unpacked: what the server takes, less what JSON adds to a text. */
export const MAX_AREA_BYTES = 8 * 1024 * 1024 - 64 * 1024
