import { createElement, Fragment, type ReactNode } from "react"

/** Parts shows a message that contains elements: the parts that `parts` of `src/words/tools.ts` returns. */
export const Parts = ({ of }: { readonly of: ReadonlyArray<ReactNode> }) =>
  createElement(Fragment, null, ...of)
