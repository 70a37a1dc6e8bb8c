// What a network server's answer to a call of gRPC means (specification 7.5). Nearly always it is the reverse
// proxy before it that speaks.
import { failedCheck, passedCheck, type SourceCheck } from "../../domain/tracking/SourceTest.ts"

/** What came back: a status of HTTP, over which version, and whether the answer is one of gRPC. */
export interface ServerAnswer {
  readonly status: number
  readonly isHttp2: boolean
  readonly isGrpc: boolean
}

const PASS_THROUGH_REMEDY =
  "Use gRPC pass-through (nginx: grpc_pass, with http2 on the listener) in a location of the server " +
  "block that has this name, and reload the proxy."

/** Explains a network server's answer to the probe. */
export const explainServer = ({ isGrpc, isHttp2, status }: ServerAnswer): SourceCheck => {
  const no = (code: string, detail: string, remedy: string) =>
    failedCheck("network_server", code, detail, remedy)
  if (isGrpc) return passedCheck("network_server", "GRPC", "The network server answers calls of gRPC.")
  switch (status) {
    case 400:
      return no(
        "HTTP_400_NOT_GRPC",
        "HTTP 400 instead of gRPC: the reverse proxy passes the call as plain HTTP/1.1, or the " +
          "pass-through location is in a different server block, or the proxy was not reloaded.",
        PASS_THROUGH_REMEDY
      )
    case 403:
      return no(
        "HTTP_403_ALLOW_LIST",
        "HTTP 403: the location works, but its allow list lacks the address of this server.",
        "Add this server's address to the allow list of the gRPC location, and reload the proxy."
      )
    case 401:
      return no(
        "HTTP_401",
        "HTTP 401: the proxy asks for a password of its own.",
        "Take the proxy's own authentication off the gRPC location; the network server has its API keys."
      )
    case 404:
      return no("HTTP_404", "HTTP 404: the proxy has no location for calls of gRPC.", PASS_THROUGH_REMEDY)
    case 502:
    case 503:
    case 504:
      return no(
        `HTTP_${status}`,
        `HTTP ${status}: the proxy does not reach the network server.`,
        "Check that the network server runs, and the address that the proxy passes calls to."
      )
    default:
      return status >= 300 && status < 400
        ? no(
            "HTTP_REDIRECT",
            `HTTP ${status}: the call is sent elsewhere.`,
            "Write the address it is sent to as that of the network server: https:// where it has TLS."
          )
        : no(
            "NOT_GRPC",
            `HTTP ${status}${isHttp2 ? "" : " over HTTP/1.1"}: something answers, but not in gRPC.`,
            PASS_THROUGH_REMEDY
          )
  }
}

const failures: Readonly<Record<string, readonly [detail: string, remedy: string]>> = {
  ECONNREFUSED: [
    "Nobody listens at this address and port.",
    "Check the address, and whether the network server or its proxy runs."
  ],
  ERR_IP_BLOCKED: [
    "The address is of this machine or its network, which this service may not reach.",
    "Whoever runs this service allows servers of its own network with WEBSOCKET_ALLOW_PRIVATE=true."
  ],
  ENOTFOUND: ["The name of the network server is not known.", "Check the host in the address."],
  EAI_AGAIN: ["The name servers do not answer.", "Check the name resolution of this machine."],
  ETIMEDOUT: ["The network server does not answer.", "Check the address, and whether a firewall is between."],
  ECONNRESET: ["The network server hung up.", "Check scheme and port of the address."],
  EPROTO: ["What answers does not speak TLS.", "Use http:// for this port, or the port that has TLS."],
  ERR_SSL_WRONG_VERSION_NUMBER: [
    "What answers does not speak TLS.",
    "Use http:// for this port, or the port that has TLS."
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "The certificate is for another name.",
    "Use the name in the certificate as its address."
  ],
  CERT_HAS_EXPIRED: ["The certificate has expired.", "Renew it."],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    "The certificate is signed by itself.",
    "Use one of an authority that the system knows (NODE_EXTRA_CA_CERTS adds another)."
  ]
}

/** No answer at all. */
export const explainFailure = (error: unknown): SourceCheck => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "CONNECTION"
  const [detail, remedy] = Object.hasOwn(failures, code)
    ? failures[code]!
    : [`There is no connection: ${error instanceof Error ? error.message : code}.`, "Check the address."]
  return failedCheck("network_server", code, detail, remedy)
}
