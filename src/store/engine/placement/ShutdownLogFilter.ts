// Leaves out the warning that the cluster library writes whenever the only engine stops: nothing is wrong, and a
// warning at each stop hides those that matter.
import { Effect, Layer, Logger, References } from "effect"

const MODULE_NAME = "effect/cluster/Sharding"
const NO_RUNNERS_WARNING = "No healthy runners available"

type Line = Logger.Options<unknown>

const isNoRunners = ({ fiber, message }: Line): boolean =>
  (Array.isArray(message) ? message[0] : message) === NO_RUNNERS_WARNING &&
  fiber.getRef(References.CurrentLogAnnotations)["module"] === MODULE_NAME

/**
 * ShutdownLogFilter passes on every log line, except that no runner is left, once the process that says so
 * stops.
 */
export class ShutdownLogFilter {
  private isStopping = false

  /** Tells that this process stops. */
  readonly stop = Effect.sync(() => {
    this.isStopping = true
  })

  private readonly filtered = (logger: Logger.Logger<unknown, unknown>): Logger.Logger<unknown, unknown> =>
    Logger.make((line) => (this.isStopping && isNoRunners(line) ? undefined : logger.log(line)))

  /** The current loggers behind this filter. */
  readonly layer = Layer.effect(
    Logger.CurrentLoggers,
    Effect.map(Logger.CurrentLoggers, (loggers) => new Set(Array.from(loggers, this.filtered)))
  )
}
