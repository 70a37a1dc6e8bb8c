// Networks that are not the public internet: a webhook never goes there unless the deployment allows it.

/** ReservedNetwork is a network as address and prefix length. */
export interface ReservedNetwork {
  readonly address: string
  readonly prefix: number
  readonly family: "ipv4" | "ipv6"
}

const network =
  (family: ReservedNetwork["family"]) =>
  (text: string): ReservedNetwork => {
    const [address = "", prefix] = text.split("/")
    return { address, prefix: Number(prefix), family }
  }

/**
 * The special-purpose registries of IANA (RFC 6890 and its updates), multicast, and what embeds an IPv4
 * address in an IPv6 one. IPv4-mapped IPv6 addresses (::ffff:0:0/96) count as the IPv4 address they hold,
 * wherever this list is applied.
 */
export const reservedNetworks: ReadonlyArray<ReservedNetwork> = [
  ...[
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4"
  ].map(network("ipv4")),
  ...[
    "::/96",
    "::ffff:0:0:0/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/32",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
    "4000::/2",
    "8000::/1"
  ].map(network("ipv6"))
]
