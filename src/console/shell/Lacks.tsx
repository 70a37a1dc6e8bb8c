// The text in place of an action that the user may not do: the permission it needs.
import type { Permission } from "../../domain/access/Permission.ts"
import { say } from "./notices.ts"

interface LacksProps {
  readonly permission: Permission
  /** the action, where it is not clear from the place; it begins the sentence */
  readonly what?: string
}

/** Names the permission that an action needs. */
export const Lacks = ({ permission, what }: LacksProps) => (
  <span className="soft" data-lacks={permission}>
    {what === undefined ? "Needs" : `${what} needs`} the permission <code className="mono">{permission}</code>
  </span>
)

/** Shows the same as a toast, for an action tried by its key. */
export const sayLacks = (what: string, permission: Permission): void =>
  say(`${what} needs the permission ${permission}.`, "bad")
