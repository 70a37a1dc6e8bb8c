// English words of files of areas.

/** areaFiles are the words of files of areas. */
export const areaFiles = {}
