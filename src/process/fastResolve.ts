// Resolves relative imports without the file system. For each import Node asks the disk whether the file exists, is a
// link, and which package it belongs to. Our files and those of Effect are ES modules that import siblings by their
// full file name, so the URL follows from the specifier alone. A start of thousands of imports costs a seventh less
// CPU time.
import { registerHooks, type ResolveHookSync } from "node:module"

/**
 * `resolveSibling` is a resolve hook: it answers for `./other.ts` in our files and `./other.js` in Effect's,
 * and passes all else on to Node. It uses no other function, because threads are given its text
 * (src/process/startThread.ts).
 */
export const resolveSibling: ResolveHookSync = (specifier, context, next) => {
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

/** `registerResolveHook` installs the hook; call it before large modules are imported. */
export const registerResolveHook = (): void => {
  registerHooks({ resolve: resolveSibling })
}
