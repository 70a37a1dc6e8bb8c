// What a check found: that it is well, or what is the matter and how to mend it.

/** Finding is the result of one check. */
export interface Finding {
  /** "fault": Pugmark does not work, or will not for long; "warning": it works, and needs attention */
  readonly state: "well" | "warning" | "fault"
  readonly what: string
  readonly detail: string
  /** what to do; null where it is well */
  readonly fix: string | null
}

/** Makes a finding without a problem. */
export const well = (what: string, detail: string): Finding => ({ state: "well", what, detail, fix: null })
/** Makes a finding of something that works and needs attention. */
export const warning = (what: string, detail: string, fix: string): Finding => ({
  state: "warning",
  what,
  detail,
  fix
})
/** Makes a finding of something that does not work. */
export const fault = (what: string, detail: string, fix: string): Finding => ({
  state: "fault",
  what,
  detail,
  fix
})

/** `code` of an error of Node or of the network; "" for others. */
export const codeOf = (error: unknown): string => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error && "code" in first ? String(first.code) : ""
}
