// How the library keeps what it makes: in our tables. It reads whether something was used and then uses it,
// which two at once would both do; here the database says who was first.
import { Context, Effect } from "effect"
import { type Adapter, errors, Provider } from "oidc-provider"
import { isStorable, OauthEntries } from "../../store/access/OauthEntries.ts"
import { requestIdOf } from "./answerNode.ts"

/** Longest time that anything is kept for which the library says none. */
const DAY_SECONDS = 86_400

/** The login is the console's; the library's own session lives as long as one request. */
const sessions: Adapter = {
  upsert: () => Promise.resolve(),
  find: () => Promise.resolve(),
  findByUserCode: () => Promise.resolve(),
  findByUid: () => Promise.resolve(),
  consume: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  revokeByGrantId: () => Promise.resolve()
}

/** The id of the request that the library works for, for the audit log. */
const asking = (): string => {
  const request = Provider.ctx?.req
  return request === undefined ? "" : requestIdOf(request)
}

/** The tables behind one kind of thing. */
export const makeAdapters = (services: Context.Context<OauthEntries>) => {
  const entries = Context.get(services, OauthEntries)
  const run = Effect.runPromiseWith(services)

  const clients: Adapter = {
    ...sessions,
    upsert: async (id, metadata) => {
      if (!isStorable(metadata)) throw new errors.InvalidClientMetadata("it has letters that are none")
      await run(entries.putClient(id, metadata, asking()))
    },
    find: async (id) => (await run(entries.getClient(id))) ?? undefined
  }

  const used = async (kind: string, id: string) => {
    const grantId = await run(entries.grantOf(kind, id))
    if (grantId !== null) await run(entries.endGrant(grantId, `a second use: ${kind}`, asking()))
    throw new errors.InvalidGrant("it has been used already")
  }

  const others = (kind: string): Adapter => ({
    ...sessions,
    upsert: async (id, payload, seconds) => {
      if (!isStorable(payload)) throw new errors.InvalidRequest("it has letters that are none")
      await run(entries.put(kind, id, { ...payload }, seconds ?? DAY_SECONDS, asking()))
    },
    find: async (id) => (await run(entries.get(kind, id))) ?? undefined,
    consume: async (id) => {
      if (!(await run(entries.consume(kind, id)))) await used(kind, id)
    },
    destroy: (id) =>
      run(
        kind === "Grant"
          ? entries.endGrant(id, "given back, or used twice", asking())
          : entries.remove(kind, id)
      ),
    revokeByGrantId: (grantId) => run(entries.endGrant(grantId, "given back, or used twice", asking()))
  })

  return (kind: string): Adapter => {
    if (kind === "Session") return sessions
    return kind === "Client" ? clients : others(kind)
  }
}
