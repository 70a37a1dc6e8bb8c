// English words of the settings and people of a project.

/** project are the words of the settings and people of a project. */
export const project = {}
