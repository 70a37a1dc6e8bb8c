// A broker with the limits that mosquitto has by default: to whom speaks MQTT 3.1.1 it sends 20 messages
// ahead of their acknowledgements, to whom speaks MQTT 5 as many as they said they take (Receive Maximum);
// 1,000 more wait, and it drops what comes then. Its sessions outlive it, as they do on the disk of a broker
// that has one.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { generate, type IConnectPacket, type Packet, parser } from "mqtt-packet"
import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"

const IN_FLIGHT = 20,
  QUEUED = 1000

interface Session {
  socket: Socket | null
  version: number
  window: number
  filters: ReadonlyArray<string>
  readonly inFlight: Map<number, Message>
  readonly waiting: Array<Message>
  lastId: number
  /** acknowledgements in the order in which they came, and whether each was of the oldest message */
  readonly acknowledged: Array<boolean>
}

interface Message {
  readonly topic: string
  readonly payload: Buffer | string
}

export interface QueueingBroker {
  readonly url: string
  readonly kill: Effect.Effect<void>
  readonly start: Effect.Effect<void>
  /** Hands over messages to the sessions all at once, as if they had come from a publisher. */
  readonly flood: (messages: ReadonlyArray<Message>) => void
  /** messages that no queue had room for */
  readonly dropped: () => number
  /** acknowledgements of a client, each true where it was of the oldest message under way */
  readonly acknowledged: (clientId: string) => ReadonlyArray<boolean>
  /** versions in which somebody tried to connect, in order */
  readonly tried: () => ReadonlyArray<number>
  /** Sends something to a client that is connected. */
  readonly say: (clientId: string, packet: Packet) => void
}

export interface Manners {
  /** versions it speaks: 4 is MQTT 3.1.1 */
  readonly speaks?: ReadonlyArray<number>
  /** what it does with another: says so, or hangs up without a word */
  readonly otherwise?: "refuses" | "hangs up"
  /** answers nothing but the greeting */
  readonly mute?: boolean
  readonly refuses?: { readonly connect?: number; readonly topic?: string }
}

const fits = (filter: string, topic: string): boolean =>
  new RegExp(`^${filter.replaceAll("+", "[^/]*").replace("#", ".*")}$`).test(topic)

export const openQueueingBroker = ({
  mute = false,
  otherwise = "refuses",
  refuses = {},
  speaks = [4, 5]
}: Manners = {}): Effect.Effect<QueueingBroker, never, Scope> =>
  Effect.gen(function* () {
    const sessions = new Map<string, Session>(),
      sockets = new Set<Socket>(),
      tried: Array<number> = []
    let server: Server | undefined,
      port = 0,
      dropped = 0

    const send = (session: Session, packet: Packet) =>
      void session.socket?.write(generate(packet, { protocolVersion: session.version }))
    const publish = (session: Session, messageId: number, { payload, topic }: Message, dup = false) =>
      send(session, { cmd: "publish", qos: 1, dup, retain: false, messageId, topic, payload })
    const fill = (session: Session) => {
      while (
        session.socket !== null &&
        session.inFlight.size < session.window &&
        session.waiting.length > 0
      ) {
        const message = session.waiting.shift()!
        session.lastId = (session.lastId % 0xffff) + 1
        session.inFlight.set(session.lastId, message)
        publish(session, session.lastId, message)
      }
    }
    const route = (message: Message) => {
      for (const session of sessions.values()) {
        if (!session.filters.some((filter) => fits(filter, message.topic))) continue
        if (session.waiting.length < QUEUED) session.waiting.push(message)
        else dropped++
        fill(session)
      }
    }

    const greet = (
      socket: Socket,
      { clean, clientId, properties, protocolVersion: version = 4 }: IConnectPacket
    ): Session | null => {
      tried.push(version)
      if (!speaks.includes(version)) {
        if (otherwise === "refuses")
          socket.write(
            generate({ cmd: "connack", returnCode: 1, sessionPresent: false }, { protocolVersion: 4 })
          )
        socket.end()
        return null
      }
      const known = clean === true ? undefined : sessions.get(clientId)
      const session = known ?? {
        socket: null,
        version,
        window: IN_FLIGHT,
        filters: [],
        inFlight: new Map(),
        waiting: [],
        lastId: 0,
        acknowledged: []
      }
      Object.assign(session, {
        socket,
        version,
        window: version === 5 ? (properties?.receiveMaximum ?? IN_FLIGHT) : IN_FLIGHT
      })
      sessions.set(clientId, session)
      const code = refuses.connect ?? 0
      send(session, {
        cmd: "connack",
        sessionPresent: known !== undefined,
        ...(version === 5 ? { reasonCode: code } : { returnCode: code })
      })
      for (const [id, message] of session.inFlight) publish(session, id, message, true)
      fill(session)
      return session
    }

    const answer = (session: Session, packet: Packet) => {
      if (packet.cmd === "publish") {
        route({ topic: packet.topic, payload: packet.payload })
        send(session, { cmd: "puback", messageId: packet.messageId! })
      } else if (packet.cmd === "puback") {
        const id = packet.messageId!
        session.acknowledged.push(session.inFlight.keys().next().value === id)
        session.inFlight.delete(id)
        fill(session)
      } else if (packet.cmd === "subscribe") {
        session.filters = packet.subscriptions.map(({ topic }) => topic)
        send(session, {
          cmd: "suback",
          messageId: packet.messageId!,
          granted: session.filters.map((filter) =>
            filter === refuses.topic ? (session.version === 5 ? 135 : 128) : 1
          )
        })
      } else if (packet.cmd === "pingreq") send(session, { cmd: "pingresp" })
    }

    const serve = (socket: Socket) => {
      let session: Session | null = null
      const words = parser()
      words.on("packet", (packet) => {
        if (packet.cmd === "connect") session = greet(socket, packet)
        else if (session !== null && !mute) answer(session, packet)
      })
      sockets.add(socket)
      socket
        .on("data", (data) => void words.parse(data))
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(socket)
          if (session?.socket === socket) session.socket = null
        })
    }

    const start = Effect.promise(async () => {
      server = createServer({ noDelay: true }, serve).listen(port, "127.0.0.1")
      await once(server, "listening")
      port = (server.address() as AddressInfo).port // it listens on TCP
    })
    const kill = Effect.promise(async () => {
      const closed = server!.listening ? once(server!, "close") : null
      server!.close()
      for (const socket of sockets) socket.resetAndDestroy()
      await closed
    })
    yield* Effect.acquireRelease(start, () => kill)
    return {
      url: `mqtt://127.0.0.1:${port}`,
      kill,
      start,
      dropped: () => dropped,
      tried: () => tried,
      flood: (messages) => messages.forEach(route),
      acknowledged: (clientId) => sessions.get(clientId)?.acknowledged ?? [],
      say: (clientId, packet) => send(sessions.get(clientId)!, packet)
    }
  })
