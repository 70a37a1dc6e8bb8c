// How a value may lie to a limit, as the conditions of rules say it. What fires is the server's to decide: this
// is for the colour of a bar, and for what is guessed while a limit is dragged.

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b
}

export const lies = (value: number, op: string, limit: number): boolean =>
  comparisons[op]?.(value, limit) ?? false
