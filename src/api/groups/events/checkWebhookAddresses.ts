// Checks addresses of webhooks when they are saved: the rules for the text are in `domain/automation/webhookUrl.ts`.
// Where a host name leads is checked when the webhook is called (`delivery/channels/publicAgent.ts`).
import { Context, Effect } from "effect"
import { BlockList, isIP } from "node:net"
import { Invalid } from "../../../contract/http/errors.ts"
import type { ActionInput } from "../../../domain/automation/Action.ts"
import { reservedNetworks } from "../../../domain/automation/reservedNetworks.ts"
import { urlIssue } from "../../../domain/automation/webhookUrl.ts"

/** `AllowPrivateWebhooks` is the setting `WEBHOOK_ALLOW_PRIVATE`. */
export const AllowPrivateWebhooks = Context.Reference<boolean>("api/AllowPrivateWebhooks", {
  defaultValue: () => false
})

const reserved = new BlockList()
for (const { address, family, prefix } of reservedNetworks) reserved.addSubnet(address, prefix, family)

const isReserved = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && reserved.check(address, version === 6 ? "ipv6" : "ipv4")
}

/** Fails with 422 that lists every address that is not allowed. */
export const checkWebhookAddresses = (
  actions: ReadonlyArray<ActionInput>,
  allowPrivate: boolean
): Effect.Effect<void, Invalid> => {
  const issues = actions.flatMap((action, at) => {
    const issue = action.type === "webhook" ? urlIssue(action.url, allowPrivate, isReserved) : null
    return issue === null ? [] : [{ pointer: `/actions/${at}/url`, ...issue }]
  })
  return issues.length === 0 ? Effect.void : Effect.fail(Invalid.of(issues))
}
