// Closes a connection whose request was refused before its body was read. Closing at once would reset it, and the
// reset takes the answer with it that the client has not read yet (RFC 9112, 9.6).
import type { IncomingMessage } from "node:http"
import { Socket } from "node:net"

/**
 * `LINGER_MS` is how long the rest of a refused body is read and dropped, so that its sender reads the
 * answer.
 */
const LINGER_MS = 5_000

const linger = (request: IncomingMessage, socket: Socket): void => {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  request.once("end", () => socket.destroy())
  socket.once("close", () => clearTimeout(timer))
  socket.once("error", () => undefined) // the client has left
  socket.end()
  request.resume()
}

/**
 * Makes the close of a connection wait while the body of this request still arrives. Node closes by
 * `destroySoon` after an answer with `Connection: close`.
 */
export const closeLingering = (request: IncomingMessage): void => {
  const { socket } = request
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) Socket.prototype.destroySoon.call(socket)
    else linger(request, socket)
  }
}
