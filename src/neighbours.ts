// Node looks on the disk for what each import of each file names: whether it is there, is a link, and what the
// packages above it say. Files of ours and of Effect name their neighbours whole, and are ES modules: what they
// mean can be read off. A start has thousands of imports, and takes a seventh less of a processor.
import { registerHooks } from "node:module"

export interface Neighbour {
  readonly url: string
  readonly format: "module-typescript" | "module"
}

/**
 * What a file at `parent` means by `./other.ts`, or within Effect by `./other.js`; null: only Node knows. It
 * stands by itself, because threads are given its text (src/startThread.ts).
 */
export const neighbourOf = (specifier: string, parent: string | undefined): Neighbour | null => {
  if (parent === undefined || !specifier.startsWith(".")) return null
  const isPackage = parent.includes("/node_modules/")
  if (isPackage ? !/\/node_modules\/(?:@effect\/[^/]+|effect)\/dist\//.test(parent) : !parent.endsWith(".ts"))
    return null
  if (!specifier.endsWith(isPackage ? ".js" : ".ts")) return null
  return { url: new URL(specifier, parent).href, format: isPackage ? "module" : "module-typescript" }
}

/** To be called before anything large is loaded. */
export const knowNeighbours = (): void => {
  registerHooks({
    resolve: (specifier, context, next) => {
      const neighbour = neighbourOf(specifier, context.parentURL)
      return neighbour === null ? next(specifier, context) : { ...neighbour, shortCircuit: true }
    }
  })
}
