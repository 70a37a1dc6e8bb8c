// English words of the page of an event.

/** event are the words of the page of an event. */
export const event = {}
