/** MAX_AREA_BYTES is the size of an unpacked file at most: the server's limit less the overhead of JSON. */
export const MAX_AREA_BYTES = 8 * 1024 * 1024 - 64 * 1024
