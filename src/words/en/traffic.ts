// English words of the traffic.

/** traffic are the words of the traffic. */
export const traffic = {}
