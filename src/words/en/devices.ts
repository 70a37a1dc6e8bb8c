// English words of the devices and one device.

/** devices are the words of the devices and one device. */
export const devices = {}
