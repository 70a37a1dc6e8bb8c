// The text in place of an action that the user may not do: the permission it needs.
import type { Permission } from "../../domain/access/Permission.ts"
import { toast } from "./toasts.ts"

interface MissingPermissionProps {
  readonly permission: Permission
  /** the action, where it is not clear from the place; it begins the sentence */
  readonly what?: string
}

/** Names the permission that an action needs. */
export const MissingPermission = ({ permission, what }: MissingPermissionProps) => (
  <span className="soft" data-lacks={permission}>
    {what === undefined ? "Needs" : `${what} needs`} the permission <code className="mono">{permission}</code>
  </span>
)

/** Shows the same as a toast, for an action tried by its key. */
export const toastMissingPermission = (what: string, permission: Permission): void =>
  toast(`${what} needs the permission ${permission}.`, "bad")
