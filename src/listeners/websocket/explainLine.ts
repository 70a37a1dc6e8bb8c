// Why a line to a websocket server is over, and what to do about it.
import { Lost } from "../ports.ts"

const CERTIFICATE =
  "Give the certificate of its authority as config.websocket.ca, or let the server use one that the system knows."

/** By the code of Node or of TLS. */
const known: Readonly<Record<string, readonly [detail: string, remedy: string]>> = {
  ECONNREFUSED: [
    "Nobody listens at this address and port.",
    "Check config.websocket.url; then whether the server runs."
  ],
  ENOTFOUND: ["The name of the server is not known.", "Check the host in config.websocket.url."],
  EAI_AGAIN: ["The name servers do not answer.", "Check the name resolution of this machine."],
  ETIMEDOUT: ["The server does not answer.", "Check the address, and whether a firewall is between."],
  EHOSTUNREACH: ["There is no way to the server.", "Check the address, and whether a firewall is between."],
  ECONNRESET: ["The server hung up.", "Look at the server's own log."],
  EPROTO: ["What answers does not speak TLS.", "Use ws:// for this port, or the port that speaks TLS."],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "The server's certificate is for another name.",
    "Use the name in the certificate in config.websocket.url."
  ],
  CERT_HAS_EXPIRED: ["The server's certificate has expired.", "Renew it at the server."],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["The server signed its certificate itself.", CERTIFICATE],
  SELF_SIGNED_CERT_IN_CHAIN: ["The server's certificate comes from an authority of its own.", CERTIFICATE],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["Who issued the server's certificate is not known.", CERTIFICATE],
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: [
    "The server sent a message that is larger than may be.",
    "Let it send smaller ones."
  ]
}

const lost = (code: string, detail: string, remedy: string) => new Lost({ code, detail, remedy })

/** An error of the client in words. */
export const explainLine = (error: unknown): Lost => {
  // several addresses of one name fail together
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const said = first instanceof Error && "code" in first ? String(first.code) : ""
  const words = Object.hasOwn(known, said) ? known[said] : undefined
  if (words !== undefined) return lost(said, words[0], words[1])
  const message = first instanceof Error && first.message !== "" ? first.message : "the connection broke"
  return /handshake has timed out/i.test(message)
    ? lost(
        "HANDSHAKE_TIMEOUT",
        "Something answers, but not as a websocket server does.",
        "Check config.websocket.url."
      )
    : lost(said === "" ? "CONNECTION" : said, `The line broke: ${message}.`, "Look at the server's own log.")
}

/** The server answered the opening with a status of HTTP. */
export const notOpened = (status: number): Lost =>
  status === 401 || status === 403
    ? lost(
        `HTTP_${status}`,
        "The server does not accept the credentials.",
        "Check config.websocket.username and header, and write config.websocket.password anew."
      )
    : lost(
        `HTTP_${status}`,
        `The server does not open a websocket: it answers ${status}.`,
        "Check the path in config.websocket.url, and config.websocket.protocol."
      )

/** The line was closed. */
export const closed = (code: number, reason: string): Lost =>
  lost(
    `CLOSE_${code}`,
    code === 1006
      ? "The line was cut, and nobody said why."
      : `The server closed the line (${code}${reason === "" ? "" : `: ${reason.slice(0, 120)}`}).`,
    "Nothing, unless it happens again: then look at the server's own log."
  )

export const silent = lost(
  "SILENT",
  "Nothing was heard of the server, and no answer to a ping came.",
  "Nothing, unless it happens again: then look whether the server or the way to it is overloaded."
)

export const notStored = (detail: string): Lost =>
  lost(
    "NOT_STORED",
    `What came could not be stored: ${detail}.`,
    "What was not acknowledged, the server sends again if it can."
  )
