// Interns scope keys: few different texts for all subjects.
import { scopeKeyOf, type Who } from "../../domain/rule/scope.ts"

const keys = new Map<string, string>()

/** Returns the text of `scopeKeyOf`, the same object for equal texts. */
export const internScopeKey = (who: Who): string => {
  const text = scopeKeyOf(who)
  if (!keys.has(text)) keys.set(text, text)
  return keys.get(text)!
}
