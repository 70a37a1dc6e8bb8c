// Why a connection to a websocket server ended, and what to do about it.
import { Lost } from "../ports.ts"

const CERTIFICATE_REMEDY =
  "Give the certificate of its authority to the source, or let the server use one that the system knows."

/** By the code of Node or of TLS. */
const known: Readonly<Record<string, readonly [detail: string, remedy: string]>> = {
  ECONNREFUSED: [
    "Nobody listens at this address and port.",
    "Check the address; then whether the server runs."
  ],
  ENOTFOUND: ["The name of the server is not known.", "Check the host in the address."],
  EAI_AGAIN: ["The name servers do not answer.", "Check the name resolution of this machine."],
  ETIMEDOUT: ["The server does not answer.", "Check the address, and whether a firewall is between."],
  EHOSTUNREACH: ["There is no way to the server.", "Check the address, and whether a firewall is between."],
  ECONNRESET: ["The server hung up.", "Look at the server's own log."],
  EPROTO: ["What answers does not speak TLS.", "Use ws:// for this port, or the port that speaks TLS."],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "The server's certificate is for another name.",
    "Use the name in the certificate as its address."
  ],
  CERT_HAS_EXPIRED: ["The server's certificate has expired.", "Renew it at the server."],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["The server signed its certificate itself.", CERTIFICATE_REMEDY],
  SELF_SIGNED_CERT_IN_CHAIN: [
    "The server's certificate comes from an authority of its own.",
    CERTIFICATE_REMEDY
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["Who issued the server's certificate is not known.", CERTIFICATE_REMEDY],
  ERR_IP_BLOCKED: [
    "The server is not on the public internet.",
    "The operator of this service allows servers of its own network with WEBSOCKET_ALLOW_PRIVATE=true."
  ],
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: [
    "The server sent a message that is larger than may be.",
    "Let it send smaller ones."
  ]
}

const lost = (code: string, detail: string, remedy: string) => new Lost({ code, detail, remedy })

/** Returns an error of the client in words. */
export const explainConnection = (error: unknown): Lost => {
  // several addresses of one name fail together
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const said = first instanceof Error && "code" in first ? String(first.code) : ""
  const words = Object.hasOwn(known, said) ? known[said] : undefined
  if (words !== undefined) return lost(said, words[0], words[1])
  const message = first instanceof Error && first.message !== "" ? first.message : "the connection broke"
  if (/handshake has timed out/i.test(message))
    return lost(
      "HANDSHAKE_TIMEOUT",
      "Something answers, but not as a websocket server does.",
      "Check the address."
    )
  return /subprotocol/i.test(message)
    ? lost(
        "SUBPROTOCOL",
        "The server does not speak the subprotocol that was offered.",
        "Check the subprotocol of the source."
      )
    : lost(
        said === "" ? "CONNECTION" : said,
        `The connection broke: ${message}.`,
        "Look at the server's own log."
      )
}

/** Our own rule, for an address that names the place by number. */
export const blockedAddress = explainConnection(Object.assign(new Error(), { code: "ERR_IP_BLOCKED" }))

/** Returns why no connection could be tried. The error may contain the password, and is not repeated. */
export const unusable = (error: unknown): Lost =>
  error instanceof SyntaxError || (error instanceof Error && "input" in error)
    ? lost("BAD_ADDRESS", "The address is none.", "Check the address.")
    : lost(
        "BAD_CREDENTIALS",
        "The credentials cannot stand in a header: they hold characters that no header may.",
        "Write the secret again, without line ends."
      )

/** Returns why the server answered the opening handshake with an HTTP status. */
export const notOpened = (status: number): Lost => {
  const code = `HTTP_${status}`
  if (status === 401 || status === 403)
    return lost(
      code,
      "The server does not accept the credentials.",
      "Check the user name or the header, and write the secret again."
    )
  if (status >= 300 && status < 400)
    return lost(
      code,
      `The server redirects the connection (${status}); a password is not sent along.`,
      "Write the address it is sent to as that of the source."
    )
  if (status === 429 || status >= 500)
    return lost(
      code,
      `The server opens no connection now: it answers ${status}.`,
      "Nothing, unless it happens again: then look at the server's own log."
    )
  return lost(
    code,
    `The server does not open a websocket: it answers ${status}.`,
    "Check the path in the address, and the subprotocol of the source."
  )
}

const WAIT_REMEDY = "Nothing, unless it happens again: then look at the server's own log."

/** What the codes of a close mean (RFC 6455, section 7.4.1, and the registry of IANA). */
const closings: Readonly<Record<number, readonly [detail: string, remedy: string]>> = {
  1001: ["The server went away", WAIT_REMEDY],
  1006: ["The connection broke without a close frame", WAIT_REMEDY],
  1008: [
    "The server refuses the connection",
    "Check the credentials, and the first message to the server: it may ask for what it may not have."
  ],
  1009: ["What was said to the server is too long for it", "Shorten the first message to it."],
  1011: ["The server met an error of its own", "Look at the server's own log."],
  1012: ["The server restarts", WAIT_REMEDY],
  1013: ["The server has too much to do", WAIT_REMEDY]
}

/** Returns why the server closed the connection. */
export const closed = (code: number, reason: string): Lost => {
  const [detail, remedy] = closings[code] ?? ["The server closed the connection", WAIT_REMEDY]
  const said = reason === "" ? "" : `: ${reason.slice(0, 120)}`
  return lost(`CLOSE_${code}`, code === 1006 ? `${detail}.` : `${detail} (${code}${said}).`, remedy)
}

/** The connection was lost because the server sent nothing for too long. */
export const silent = lost(
  "SILENT",
  "Nothing was heard of the server, no answer to a ping came, or it read nothing of what it was told.",
  "Nothing, unless it happens again: then look whether the server or the way to it is overloaded."
)

/** The connection was closed because a message could not be stored. */
export const notStored = (detail: string): Lost =>
  lost(
    "NOT_STORED",
    `What came could not be stored: ${detail}.`,
    "What was not acknowledged, the server sends again if it can."
  )
