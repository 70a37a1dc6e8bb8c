// English words of the forms of a device.

/** deviceForms are the words of the forms of a device. */
export const deviceForms = {}
