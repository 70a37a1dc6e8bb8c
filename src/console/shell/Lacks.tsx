// What stands in place of an act that somebody may not do: which permission it needs.
import type { Permission } from "../../domain/access/Permission.ts"
import { say } from "./notices.ts"

interface LacksProps {
  readonly permission: Permission
  /** what cannot be done, where that is not plain from the place; it begins the sentence */
  readonly what?: string
}

export const Lacks = ({ permission, what }: LacksProps) => (
  <span className="soft" data-lacks={permission}>
    {what === undefined ? "Needs" : `${what} needs`} the permission <code className="mono">{permission}</code>
  </span>
)

/** The same of an act that was tried by its key. */
export const sayLacks = (what: string, permission: Permission): void =>
  say(`${what} needs the permission ${permission}.`, "bad")
