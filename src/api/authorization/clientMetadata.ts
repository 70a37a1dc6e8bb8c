// What is kept of what a client says of itself: public clients alone, that come back to https, to this machine,
// or to a program of their own.
import { errors } from "oidc-provider"

/** Members that mean something here; the others are not kept. */
const kept = new Set([
  "application_type",
  "client_id",
  "client_id_issued_at",
  "client_name",
  "grant_types",
  "id_token_signed_response_alg",
  "redirect_uris",
  "response_modes",
  "response_types",
  "token_endpoint_auth_method"
])

const MAX_REDIRECTS = 20
const MAX_LENGTH = 1000

/** What a client is that says nothing. */
export const clientDefaults = {
  grant_types: ["authorization_code", "refresh_token"],
  id_token_signed_response_alg: "EdDSA",
  response_types: ["code"],
  token_endpoint_auth_method: "none"
} as const

const isShort = (text: unknown): boolean => typeof text === "string" && text.length <= MAX_LENGTH

/**
 * Reads metadata, in place. The rules of native programs hold for all: http to this machine alone, at any
 * port; otherwise exactly what was registered. What a client may ask for is not bound by what it wrote then:
 * the person decides each time.
 */
export const readMetadata = (metadata: Record<string, unknown>): void => {
  const uris = metadata["redirect_uris"]
  if (Array.isArray(uris) && (uris.length > MAX_REDIRECTS || !uris.every(isShort)))
    throw new errors.InvalidClientMetadata(
      `redirect_uris takes at most ${MAX_REDIRECTS} addresses of ${MAX_LENGTH} characters`
    )
  const name = metadata["client_name"]
  if (name !== undefined && !isShort(name))
    throw new errors.InvalidClientMetadata(`client_name takes at most ${MAX_LENGTH} characters`)
  for (const member of Object.keys(metadata)) if (!kept.has(member)) delete metadata[member]
  metadata["application_type"] = "native"
  metadata["response_modes"] = ["query"]
}
