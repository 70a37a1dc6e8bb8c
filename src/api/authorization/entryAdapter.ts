// Storage adapter of the OAuth library, on our tables. The library checks and marks single use in two steps,
// which concurrent requests could both pass; the database makes it one.
import { Context, Effect } from "effect"
import { type Adapter, errors, Provider } from "oidc-provider"
import { isStorable, OauthEntries } from "../../store/access/OauthEntries.ts"
import { requestIdOf } from "./runNodeHandler.ts"

/** Lifetime of entries for which the library gives none. */
const DAY_SECONDS = 86_400

/**
 * Sessions are not stored: the console authenticates users, and the library's session lasts for one request
 * only.
 */
const noopAdapter: Adapter = {
  upsert: () => Promise.resolve(),
  find: () => Promise.resolve(),
  findByUserCode: () => Promise.resolve(),
  findByUid: () => Promise.resolve(),
  consume: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  revokeByGrantId: () => Promise.resolve()
}

/** Returns the id of the request that the library handles, for the audit log. */
const currentRequestId = (): string => {
  const request = Provider.ctx?.req
  return request === undefined ? "" : requestIdOf(request)
}

/** Makes the function that returns the adapter of each kind of entry. */
export const makeAdapters = (services: Context.Context<OauthEntries>) => {
  const entries = Context.get(services, OauthEntries)
  const run = Effect.runPromiseWith(services)

  const clients: Adapter = {
    ...noopAdapter,
    upsert: async (id, metadata) => {
      if (!isStorable(metadata)) throw new errors.InvalidClientMetadata("it has letters that are none")
      await run(entries.putClient(id, metadata, currentRequestId()))
    },
    find: async (id) => (await run(entries.getClient(id))) ?? undefined
  }

  const refuseReuse = async (kind: string, id: string) => {
    const grantId = await run(entries.grantOf(kind, id))
    if (grantId !== null) await run(entries.endGrant(grantId, `a second use: ${kind}`, currentRequestId()))
    throw new errors.InvalidGrant("it has been used already")
  }

  const makeEntryAdapter = (kind: string): Adapter => ({
    ...noopAdapter,
    upsert: async (id, payload, seconds) => {
      if (!isStorable(payload)) throw new errors.InvalidRequest("it has letters that are none")
      await run(entries.put(kind, id, { ...payload }, seconds ?? DAY_SECONDS, currentRequestId()))
    },
    find: async (id) => (await run(entries.get(kind, id))) ?? undefined,
    consume: async (id) => {
      if (!(await run(entries.consume(kind, id)))) await refuseReuse(kind, id)
    },
    destroy: (id) =>
      run(
        kind === "Grant"
          ? entries.endGrant(id, "given back, or used twice", currentRequestId())
          : entries.remove(kind, id)
      ),
    revokeByGrantId: (grantId) =>
      run(entries.endGrant(grantId, "given back, or used twice", currentRequestId()))
  })

  return (kind: string): Adapter => {
    if (kind === "Session") return noopAdapter
    return kind === "Client" ? clients : makeEntryAdapter(kind)
  }
}
