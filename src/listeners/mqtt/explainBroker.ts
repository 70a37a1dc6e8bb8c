// What a broker's refusal means, and what to do about it.
import { ReasonCodes } from "mqtt"
import { Lost } from "../ports.ts"

const CERTIFICATE_REMEDY =
  "Give the certificate of its authority to the source, or let the broker use one that the system knows."

const CLIENT_ID_REMEDY = [
  "The broker does not accept the client id.",
  "Give the source a client ID that the broker allows."
] as const
const PASSWORD_REFUSAL = [
  "The broker does not accept user name and password.",
  "Check the user name, and write the password again."
] as const
const ACCESS_REFUSAL = [
  "The broker does not let this user in.",
  "Check the broker's access list for the user name and the client ID of the source."
] as const
const UNAVAILABLE_WORDS = [
  "The broker says that it is not available.",
  "Look at the broker's own log."
] as const

/**
 * By the code of Node, of TLS, or the code of CONNACK (MQTT 3.1.1, section 3.2.2.3; from 128 on MQTT 5,
 * section 3.2.2.2).
 */
const known: Readonly<Record<string, readonly [detail: string, remedy: string]>> = {
  1: ["The broker speaks neither MQTT 5 nor 3.1.1.", "Use a broker that does; all current ones do."],
  2: CLIENT_ID_REMEDY,
  3: UNAVAILABLE_WORDS,
  4: PASSWORD_REFUSAL,
  5: ACCESS_REFUSAL,
  133: CLIENT_ID_REMEDY,
  134: PASSWORD_REFUSAL,
  135: ACCESS_REFUSAL,
  136: UNAVAILABLE_WORDS,
  137: UNAVAILABLE_WORDS,
  138: ACCESS_REFUSAL,
  ECONNREFUSED: [
    "Nobody listens at this address and port.",
    "Check the address: port 1883 is usual for mqtt://, 8883 for mqtts://; then whether the broker runs."
  ],
  ENOTFOUND: ["The name of the broker is not known.", "Check the host in the address."],
  EAI_AGAIN: ["The name servers do not answer.", "Check the name resolution of this machine."],
  ETIMEDOUT: ["The broker does not answer.", "Check the address, and whether a firewall is between."],
  EHOSTUNREACH: ["There is no way to the broker.", "Check the address, and whether a firewall is between."],
  ECONNRESET: [
    "The broker hung up during the greeting.",
    "Check whether its port speaks TLS: then the address begins with mqtts://."
  ],
  EPROTO: [
    "What answers does not speak TLS.",
    "Use mqtt:// for this port, or the port of the broker's TLS listener."
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: [
    "What answers does not speak TLS.",
    "Use mqtt:// for this port, or the port of the broker's TLS listener."
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "The broker's certificate is for another name.",
    "Use the name in the certificate as its address."
  ],
  CERT_HAS_EXPIRED: ["The broker's certificate has expired.", "Renew it at the broker."],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["The broker signed its certificate itself.", CERTIFICATE_REMEDY],
  SELF_SIGNED_CERT_IN_CHAIN: [
    "The broker's certificate comes from an authority of its own.",
    CERTIFICATE_REMEDY
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["Who issued the broker's certificate is not known.", CERTIFICATE_REMEDY],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ["Who issued the broker's certificate is not known.", CERTIFICATE_REMEDY]
}

/** Returns an error of the client in words. */
export const explainBroker = (error: unknown): Lost => {
  // several addresses of one name fail together
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const said = first instanceof Error && "code" in first ? String(first.code) : ""
  const words = Object.hasOwn(known, said) ? known[said] : undefined
  const code = /^\d/.test(said) ? `CONNACK_${said}` : said
  if (words !== undefined) return new Lost({ code, detail: words[0], remedy: words[1] })
  const message = first instanceof Error && first.message !== "" ? first.message : "the connection broke"
  return /connack timeout/i.test(message)
    ? new Lost({
        code: "CONNACK_TIMEOUT",
        detail: "Something answers, but not as a broker does.",
        remedy: "Check port and scheme of the address."
      })
    : new Lost({
        code: code === "" ? "CONNECTION" : code,
        detail: `The broker cannot be used: ${message}.`,
        remedy: "Look at the broker's own log."
      })
}

/** The connection closed without a reason. */
export const hungUp = explainBroker(new Error("the broker closed the connection"))

const dismissals: Readonly<Record<number, string>> = {
  142: "Another client connects with the same client id: give one of the two another.",
  149: "A message is larger than we may receive, or be sent: look at the broker's limits of sizes."
}

/** The broker ended the connection and said why (MQTT 5, section 3.14.2.1). */
export const dismissed = (reason = 0): Lost => {
  const said =
    reason !== 0 && Object.hasOwn(ReasonCodes, reason)
      ? ReasonCodes[reason as keyof typeof ReasonCodes]
      : "it gave no reason"
  return new Lost({
    code: `DISCONNECT_${reason}`,
    detail: `The broker ended the connection: ${said}.`,
    remedy: dismissals[reason] ?? "Look at the broker's own log."
  })
}

/** The broker speaks an older version of MQTT than 5; that is tried next. */
export const older = new Lost({
  code: "OLDER_PROTOCOL",
  detail: "The broker does not speak MQTT 5.",
  remedy: "Nothing: MQTT 3.1.1 is tried."
})

/** A broker that knows no MQTT 5 says so, or answers what cannot be read, or closes without an answer. */
const signsOfAge = new Set(["CONNACK_1", "CONNACK_132", "ECONNRESET", "CONNECTION"])

/** What a failure to be greeted in MQTT 5 means. */
export const orOlder = (why: Lost): Lost => (signsOfAge.has(why.code) ? older : why)

/** The broker lets us in, and does not let us hear. */
export const deaf = (topics: ReadonlyArray<string>): Lost =>
  new Lost({
    code: "SUBSCRIPTION_REFUSED",
    detail: `The broker refuses ${topics.join(", ")}.`,
    remedy: "Allow these topics to the user in the broker's access list, or correct the topics."
  })
