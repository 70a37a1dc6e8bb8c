// Who asks for another protocol: Node hands their connection over, with nobody to hear of its errors.
import { assert, describe, it } from "@effect/vitest"
import { connect, type AddressInfo, type Socket } from "node:net"
import { once } from "node:events"
import { nodeServer } from "../../../src/api/http/nodeServer.ts"

const request = [
  "GET / HTTP/1.1",
  "Host: elsewhere.example",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "\r\n"
].join("\r\n")

const closed = (socket: Socket) => new Promise<void>((resume) => void socket.on("close", () => resume()))

describe("a server", () => {
  it.each([false, true])(
    "outlives whoever asks for another protocol and hangs up, trusted: %s",
    async (trusted) => {
      const server = nodeServer()
      server.isAllowedHost = () => trusted
      // whoever would take it has it, and says nothing yet
      const asked = new Promise<void>((resume) => void server.on("upgrade", () => resume()))
      const taken = new Promise<Socket>((resume) => void server.on("connection", resume))
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const client = connect((server.address() as AddressInfo).port, "127.0.0.1")
      client.write(request)
      const socket = await taken
      if (trusted) await asked
      else assert.match(String(await once(client, "data")), /^HTTP\/1.1 421 /)
      const over = closed(socket)
      client.resetAndDestroy()
      // it is read as it would be by whoever takes it
      socket.resume()
      await over
      assert.match(String(socket.errored), /ECONNRESET/)
      server.close()
    }
  )
})
