// Two processes of the role `serve`, one of `engine` and one of `work` over one database, and a proxy in front of the
// first two: the service as the guide page on several machines sets it up, on one machine.
import { Effect, Redacted } from "effect"
import type { Scope } from "effect/Scope"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { Balancer } from "../http/balancer.ts"
import { temporaryDirectory } from "../machine.ts"
import {
  launchService,
  type Service,
  type ServiceFailed,
  type ServiceOptions,
  startService
} from "./service.ts"

export interface TwoServes {
  readonly balancer: Balancer
  /** what clients and browsers know of the service: the proxy */
  readonly origin: string
  readonly token: string
  readonly serves: readonly [Service, Service]
  /** Starts one of them again, on its port and in its folder. */
  readonly restart: (which: 0 | 1) => Effect.Effect<Service, ServiceFailed, Scope>
}

/** Starts them until the scope closes; both answer when this is done. */
export const startTwoServes = (
  settings: Readonly<Record<string, string>> = {}
): Effect.Effect<TwoServes, ServiceFailed, DatabaseUrl | Scope> =>
  Effect.gen(function* () {
    const databaseUrl = Redacted.value(yield* DatabaseUrl)
    const balancer = yield* Balancer.listen
    const optionsOf = (role: ServiceOptions["role"]) =>
      Effect.map(
        temporaryDirectory,
        (directory) =>
          ({
            directory,
            databaseUrl,
            role: role ?? "serve",
            settings: { PUBLIC_URL: balancer.origin, TRUSTED_PROXIES: "127.0.0.1", ...settings }
          }) satisfies ServiceOptions
      )
    const options = [yield* optionsOf("serve"), yield* optionsOf("serve")] as const
    // at the same moment, on a database that may be empty
    const serves = yield* Effect.all([startService(options[0]), startService(options[1])], { concurrency: 2 })
    for (const role of ["engine", "work"] as const) yield* launchService(yield* optionsOf(role))
    balancer.sendTo(serves.map(({ port }) => port))
    return {
      balancer,
      origin: balancer.origin,
      token: serves[0].token,
      serves,
      restart: (which) => startService({ ...options[which], port: serves[which].port })
    }
  })
