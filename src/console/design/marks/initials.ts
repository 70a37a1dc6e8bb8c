/** initialsOf returns two letters for a user, from the name or the e-mail address. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase()
