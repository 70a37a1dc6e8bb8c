// Configures the OAuth library. Only this module and those that it imports load it.
import { Provider } from "oidc-provider"
import { makeAdapters } from "./entryAdapter.ts"
import { type ProviderParts, providerOptions } from "./providerOptions.ts"

type Services = Parameters<typeof makeAdapters>[0]

/** Makes the library's provider. `onServerError` is called with each error that was answered with 500. */
export const makeProvider = (
  { services, ...parts }: Omit<ProviderParts, "adapters"> & { readonly services: Services },
  onServerError: (error: Error) => void
): Provider => {
  const provider = new Provider(
    parts.resource.issuer,
    providerOptions({ ...parts, adapters: makeAdapters(services) })
  )
  provider.proxy = true // trusts the forwarded headers, which `AuthorizationServer` sets itself
  provider.silent = true
  provider.on("server_error", (_, error) => onServerError(error))
  return provider
}
