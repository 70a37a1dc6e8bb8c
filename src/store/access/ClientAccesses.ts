// What the access tokens of AI clients open: kept as SHA-256 hashes, and asked for with every request, so that
// a client that is revoked, or whose person is disabled, is out with its next one.
import { Context, type Effect } from "effect"
import type { ClientAccess } from "../../domain/access/ClientAccess.ts"

export class ClientAccesses extends Context.Service<
  ClientAccesses,
  {
    /** What a token opens; undefined: nothing, whatever the reason. It counts as a use of the client. */
    readonly findAccess: (token: string) => Effect.Effect<ClientAccess | undefined>
  }
>()("store/ClientAccesses") {}
