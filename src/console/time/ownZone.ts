/** The time zone of this browser: for what belongs to no project. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
