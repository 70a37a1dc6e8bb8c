// Members in the order of their names: a database keeps them in an order of its own, and the report of a document is
// the same wherever it is written.

/** Returns a value of JSON with the members of its objects in the order of their names. */
export const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, member]) => [name, inOrder(member)])
        )
      : value
