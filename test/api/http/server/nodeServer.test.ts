// Who asks for another protocol: Node hands their connection over, with nobody to hear of its errors.
import { assert, describe, it } from "@effect/vitest"
import type { ServerResponse } from "node:http"
import { connect, type AddressInfo, type Socket } from "node:net"
import { once } from "node:events"
import { nodeServer } from "../../../../src/api/http/server/nodeServer.ts"

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

  it.each(["Content-Length: 200000000", "Transfer-Encoding: chunked"])(
    "lets a client that is still sending read why its body is refused: %s",
    async (field) => {
      const server = nodeServer()
      server.on("request", (_, response: ServerResponse) => {
        response.writeHead(413, { connection: "close" }).end("too large")
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const client = connect((server.address() as AddressInfo).port, "127.0.0.1")
      const failed = closed(client)
      let failure: Error | null = null
      client.on("error", (error) => (failure = error))
      client.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${field}\r\n\r\n`)
      const chunk = Buffer.alloc(1024 * 1024, "a")
      for (let i = 0; i < 20; i++) {
        if (field.includes("chunked")) client.write(`${chunk.length.toString(16)}\r\n`)
        if (!client.write(chunk)) await Promise.race([once(client, "drain"), failed])
        if (field.includes("chunked")) client.write("\r\n")
      }
      let answer = ""
      client.on("data", (data) => (answer += String(data)))
      await once(client, "end")
      assert.isNull(failure)
      assert.match(answer, /^HTTP\/1.1 413 [^]*too large/)
      client.destroy()
      server.close()
    }
  )
})
