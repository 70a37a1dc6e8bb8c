// English words of the page of metrics.

/** metrics are the words of the page of metrics. */
export const metrics = {}
