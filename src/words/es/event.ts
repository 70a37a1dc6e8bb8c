// Spanish words of the page of an event.
import type { event as english } from "../en/event.ts"
import type { Like } from "../tools.ts"

/** event are the words of the page of an event. */
export const event: Like<typeof english> = {}
