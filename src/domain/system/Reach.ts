// The addresses at which the service can be reached, as far as its own process knows: phones are configured with
// them.
import * as Schema from "effect/Schema"

/** Reach are these addresses. */
export const Reach = Schema.Struct({
  host: Schema.String.annotate({
    description: "The address that the service listens at (HOST): 127.0.0.1 is this machine alone"
  }),
  public_url: Schema.NullOr(Schema.String).annotate({ description: "PUBLIC_URL; null: not set" }),
  addresses: Schema.Array(Schema.String).annotate({
    description: "Addresses of this machine in its networks, without its own loopback"
  })
}).annotate({ identifier: "Reach" })
export type Reach = typeof Reach.Type

interface Interface {
  readonly address: string
  readonly family: string
  readonly internal: boolean
}

/** MAX_ADDRESSES bounds the list: a machine with containers has hundreds. */
const MAX_ADDRESSES = 20

/** addressesOf are the IPv4 addresses of network interfaces that other machines may know. */
export const addressesOf = (
  interfaces: Readonly<Record<string, ReadonlyArray<Interface> | undefined>>
): ReadonlyArray<string> =>
  [
    ...new Set(
      Object.values(interfaces).flatMap((all = []) =>
        all
          .filter(({ address, family, internal }) => {
            const isLinkLocal = address.startsWith("169.254.")
            return family === "IPv4" && !internal && !isLinkLocal
          })
          .map(({ address }) => address)
      )
    )
  ].slice(0, MAX_ADDRESSES)
