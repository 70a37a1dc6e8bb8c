// English words of the page of new devices.

/** identities are the words of the page of new devices. */
export const identities = {}
