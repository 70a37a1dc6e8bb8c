// How much a page hands to its charts.

/**
 * MAX_CHART_ELEMENTS is the most elements that the drawing of one chart of a movement result has: about 25
 * subjects, however many fixes each of them has.
 */
export const MAX_CHART_ELEMENTS = 400
