// Members of a source's configuration that its adapter has no use for: they would be kept and change nothing.
import type { AdapterKey } from "./DataSource.ts"
import type { SourceConfigInput } from "./SourceConfig.ts"

/** GENERIC_MEMBERS say where our own format is in what others send: other formats have their own places. */
const GENERIC_MEMBERS = ["items", "device", "time_format", "record_type"] as const

const GENERIC_ADAPTERS: ReadonlySet<AdapterKey> = new Set([
  "generic_http",
  "generic_mqtt",
  "generic_websocket"
])

/** AdapterConfig is what is read of a source to see what its adapter uses. */
export interface AdapterConfig {
  readonly adapter_key: AdapterKey
  readonly config: Pick<SourceConfigInput, (typeof GENERIC_MEMBERS)[number]>
}

/** UnusedMember is a member without effect, and what to do about it. */
interface UnusedMember {
  readonly member: string
  readonly detail: string
}

/**
 * unusedMember is the first member that the adapter has no use for; null: it uses all. `before`: what is kept
 * of the source, in which an unused member that stays as it was is no mistake of this change.
 */
export const unusedMember = (
  { adapter_key, config }: AdapterConfig,
  before: AdapterConfig | null = null
): UnusedMember | null => {
  if (GENERIC_ADAPTERS.has(adapter_key)) return null
  const wasUnused = before !== null && !GENERIC_ADAPTERS.has(before.adapter_key)
  const member = GENERIC_MEMBERS.find(
    (each) => config[each] !== undefined && !(wasUnused && before.config[each] === config[each])
  )
  if (member === undefined) return null
  const instead =
    member === "device" || member === "record_type" ? `; config.fields can say where its ${member} is` : ""
  return {
    member,
    detail: `${adapter_key} has no use for it: only the generic formats have. Leave it out${instead}.`
  }
}
