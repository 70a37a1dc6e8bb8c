/** The time zone of this browser, for pages without a project. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
