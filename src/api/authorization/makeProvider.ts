// The library that knows the protocol, made ready. Only here and behind here is it loaded.
import { Provider } from "oidc-provider"
import { makeAdapters } from "./entryAdapter.ts"
import { type ProviderParts, providerOptions } from "./providerOptions.ts"

type Services = Parameters<typeof makeAdapters>[0]

/** `failed` hears of what the library could not do, and answered 500. */
export const makeProvider = (
  { services, ...parts }: Omit<ProviderParts, "adapters"> & { readonly services: Services },
  failed: (error: Error) => void
): Provider => {
  const provider = new Provider(
    parts.resource.issuer,
    providerOptions({ ...parts, adapters: makeAdapters(services) })
  )
  provider.proxy = true // believes what `AuthorizationServer` says, and nobody else
  provider.silent = true
  provider.on("server_error", (_, error) => failed(error))
  return provider
}
