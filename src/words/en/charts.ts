// English words of the charts.

/** charts are the words of the charts. */
export const charts = {}
