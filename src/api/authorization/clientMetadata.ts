// Validates the metadata of OAuth clients and keeps the known members: public clients only, whose redirect
// URIs are https, loopback or of a private scheme.
import { errors } from "oidc-provider"

/** Members that are used; others are not stored. */
const knownMembers = new Set([
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
const MAX_TEXT_CHARACTERS = 1000

/** `clientDefaults` are the defaults of missing members. */
export const clientDefaults = {
  grant_types: ["authorization_code", "refresh_token"],
  id_token_signed_response_alg: "EdDSA",
  response_types: ["code"],
  token_endpoint_auth_method: "none"
} as const

const isShort = (text: unknown): boolean => typeof text === "string" && text.length <= MAX_TEXT_CHARACTERS

/**
 * Checks metadata and removes unknown members, in place. The rules of native applications hold for all
 * clients: http only to loopback, at any port; otherwise exactly what was registered. Requested scopes are
 * not limited by the metadata, because the user decides each time.
 */
export const readMetadata = (metadata: Record<string, unknown>): void => {
  const uris = metadata["redirect_uris"]
  if (Array.isArray(uris) && (uris.length > MAX_REDIRECTS || !uris.every(isShort)))
    throw new errors.InvalidClientMetadata(
      `redirect_uris takes at most ${MAX_REDIRECTS} addresses of ${MAX_TEXT_CHARACTERS} characters`
    )
  const name = metadata["client_name"]
  if (name !== undefined && !isShort(name))
    throw new errors.InvalidClientMetadata(`client_name takes at most ${MAX_TEXT_CHARACTERS} characters`)
  for (const member of Object.keys(metadata)) if (!knownMembers.has(member)) delete metadata[member]
  metadata["application_type"] = "native"
  metadata["response_modes"] = ["query"]
}
