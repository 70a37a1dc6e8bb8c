// The choices of a field of the rule form, from a table of labels.

/** choicesOf pairs the keys of a table with their labels, in its order. */
export const choicesOf = <K extends string>(
  labels: Readonly<Record<K, string>>
): ReadonlyArray<readonly [key: K, label: string]> =>
  Object.entries<string>(labels).map(([key, label]) => [key as K, label]) // the keys of the table
