// Bounds connections that have not sent their token yet, in all and per address. A new one above the limit
// replaces the oldest: devices send their token at once, so silent connections do not keep devices out.

interface UnauthenticatedConnection {
  readonly address: string
  readonly close: () => void
}

/** `UnauthenticatedConnections` holds the connections without a token, oldest first. */
export class UnauthenticatedConnections {
  private readonly connections = new Set<UnauthenticatedConnection>()
  private readonly max: number
  private readonly maxPerAddress: number

  constructor(max: number, maxPerAddress: number) {
    this.max = max
    this.maxPerAddress = maxPerAddress
  }

  /** The number of connections held. */
  get size(): number {
    return this.connections.size
  }

  /**
   * Adds a connection, and closes the oldest one where there are too many. Returns the function that removes
   * it.
   */
  add(address: string, close: () => void): () => void {
    const ofAddress = [...this.connections].filter((other) => other.address === address)
    const oldest =
      ofAddress.length >= this.maxPerAddress
        ? ofAddress[0]
        : this.connections.size >= this.max
          ? this.connections.values().next().value
          : undefined
    if (oldest !== undefined) {
      this.connections.delete(oldest)
      oldest.close()
    }
    const connection: UnauthenticatedConnection = { address, close }
    this.connections.add(connection)
    return () => void this.connections.delete(connection)
  }
}
