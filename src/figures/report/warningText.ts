// A warning as a sentence that names its subject.
import type { ResultDocument, Warning } from "../../domain/analysis/Result.ts"

/** Returns the text of a warning, with the name of its subject before it. */
export const warningText = ({ subjects }: ResultDocument, { subject, text }: Warning): string => {
  const name = subjects.find((s) => s.id === subject)?.name
  return name === undefined || text.startsWith(name) ? text : `${name}: ${text}`
}
