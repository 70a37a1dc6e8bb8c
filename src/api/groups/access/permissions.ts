// Handler of the catalogue of permissions.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import type { PermissionInfo } from "../../../contract/groups/access/permissions.ts"
import { permissionCatalogue, permissions, reservedPermissions } from "../../../domain/access/Permission.ts"
import type { Slice, Window } from "../../../store/sql/keyset.ts"
import { page, PLACEHOLDER_TIME } from "../../http/paging.ts"

/** Returns a page of the catalogue; a permission's key in the cursor is its index. */
const pageOfPermissions = ({ after, limit }: Window): Slice<PermissionInfo> => {
  const begin = after === null ? 0 : Number(after.id) + 1,
    end = begin + limit
  return {
    items: permissions
      .slice(begin, end)
      .map((key) => ({ key, ...permissionCatalogue[key], reserved: reservedPermissions.has(key) })),
    next: end < permissions.length ? { time: PLACEHOLDER_TIME, id: String(end - 1) } : null
  }
}

/** `PermissionsLive` lists the permissions that roles can have. */
export const PermissionsLive = HttpApiBuilder.group(Api, "permissions", (handlers) =>
  handlers.handle("list", ({ query, request }) =>
    page(request, query, (window) => Effect.succeed(pageOfPermissions(window)), "integer")
  )
)
