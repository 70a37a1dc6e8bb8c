// Spans that nobody is told of. Without a collector a span has one use: its trace's id stands in the lines of the
// log. So it keeps no attributes, no events and no times, which cost as much as a statement's encoding.
import { Context, Layer, References, Tracer } from "effect"
import { SpanPropagationEnabled } from "effect/sql/Statement"

class UntoldSpan extends Tracer.NativeSpan {
  override attribute(): void {}
  override event(): void {}
  override addLinks(): void {}
}

const tracer = Tracer.make({ span: (options) => new UntoldSpan(options) })

/** For a process that has no collector. Statements are no spans that others are within. */
export const untold = Layer.succeedContext(
  Context.make(Tracer.Tracer, tracer).pipe(
    Context.add(References.TracerTimingEnabled, false),
    Context.add(SpanPropagationEnabled, false)
  )
)
