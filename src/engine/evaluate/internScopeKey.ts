// What subjects are to scopes, as texts: a few for all of them.
import { scopeKeyOf, type Who } from "../../domain/rule/scope.ts"

const keys = new Map<string, string>()

/** The text of `scopeKeyOf`, the same one for equal texts. */
export const scopeKeyFor = (who: Who): string => {
  const text = scopeKeyOf(who)
  if (!keys.has(text)) keys.set(text, text)
  return keys.get(text)!
}
