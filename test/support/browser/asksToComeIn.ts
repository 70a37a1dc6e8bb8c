// A program that registers itself and sends its person to the consent page.
import { CALLBACK, makeVerifier, metadataOf } from "../http/oauth.ts"

/** Where its person decides. */
export const asksToComeIn = async (origin: string, callback: string = CALLBACK): Promise<string> => {
  const registered = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadataOf())
  })
  const { client_id: clientId } = (await registered.json()) as { readonly client_id: string }
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: makeVerifier().challenge,
    code_challenge_method: "S256",
    scope: "project:read traces:read alerts:write events:write",
    resource: `${origin}/mcp`
  })
  return `${origin}/oauth/authorize?${asked.toString()}`
}
