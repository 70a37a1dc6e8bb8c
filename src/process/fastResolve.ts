// Node looks on the disk for what each import of each file names: whether it is there, is a link, and what the
// packages above it say. Files of ours and of Effect name their neighbours whole, and are ES modules: what they
// mean can be read off. A start has thousands of imports, and takes a seventh less of a processor.
import { registerHooks, type ResolveHookSync } from "node:module"

/**
 * What a file means by `./other.ts`, or within Effect by `./other.js`; Node is asked for the rest. It
 * stands by itself, because threads are given its text (src/startThread.ts).
 */
export const resolveNeighbour: ResolveHookSync = (specifier, context, next) => {
  const parent = context.parentURL ?? "",
    isPackage = parent.includes("/node_modules/"),
    ending = isPackage ? ".js" : ".ts"
  const isKnown = isPackage
    ? /\/node_modules\/(?:@effect\/[^/]+|effect)\/dist\//.test(parent)
    : parent.endsWith(".ts")
  if (!isKnown || !specifier.startsWith(".") || !specifier.endsWith(ending)) return next(specifier, context)
  return {
    url: new URL(specifier, parent).href,
    format: isPackage ? "module" : "module-typescript",
    shortCircuit: true
  }
}

/** To be called before anything large is loaded. */
export const knowNeighbours = (): void => {
  registerHooks({ resolve: resolveNeighbour })
}
