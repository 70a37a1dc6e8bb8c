// English words of the traces.

/** traces are the words of the traces. */
export const traces = {}
