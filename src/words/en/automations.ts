// English words of the automations.

/** automations are the words of the automations. */
export const automations = {}
