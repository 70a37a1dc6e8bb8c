// The text in place of an action that the user may not do: the permission it needs.
import type { ReactNode } from "react"
import type { Permission } from "../../domain/access/Permission.ts"
import { words } from "../../words/language.ts"
import { Parts } from "../design/Parts.tsx"
import { toast } from "./toasts.ts"

interface MissingPermissionProps {
  readonly permission: Permission
  /** the action, where it is not clear from the place; it begins the sentence */
  readonly what?: string
}

const sentence = (what: string | undefined, permission: ReactNode): ReadonlyArray<ReactNode> =>
  what === undefined
    ? words.common.permission.needed<ReactNode>({ permission })
    : words.common.permission.neededFor<ReactNode>({ what, permission })

/** Names the permission that an action needs. */
export const MissingPermission = ({ permission, what }: MissingPermissionProps) => (
  <span className="soft" data-lacks={permission}>
    <Parts of={sentence(what, <code className="mono">{permission}</code>)} />
  </span>
)

/** Shows the same as a toast, for an action tried by its key. */
export const toastMissingPermission = (what: string, permission: Permission): void =>
  toast(words.common.permission.missing({ what, permission }), "bad")
