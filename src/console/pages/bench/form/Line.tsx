import { createElement, Fragment, isValidElement, type ReactNode } from "react"

/** Line shows a message that contains fields, with its texts faint. */
export const Line = ({ of }: { readonly of: ReadonlyArray<ReactNode> }) =>
  createElement(
    Fragment,
    null,
    ...of.map((part) =>
      isValidElement(part) || (typeof part === "string" && part.trim() === "")
        ? part
        : createElement(Faint, null, part)
    )
  )

const Faint = ({ children }: { readonly children: ReactNode }) => <span className="faint">{children}</span>
