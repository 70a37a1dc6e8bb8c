/** What help says of a command, written from the line after the one that it begins on. */
export const prose = (text: string): string => text.trim()
