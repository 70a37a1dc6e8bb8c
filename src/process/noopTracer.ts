// A tracer of non-recording spans, used when no collector is configured. Such a span only carries the trace id that
// log lines name: recording its attributes, events and times would cost as much as encoding a statement.
import { Context, Layer, References, Tracer } from "effect"
import { SpanPropagationEnabled } from "effect/sql/Statement"

class NoopSpan extends Tracer.NativeSpan {
  override attribute(): void {}
  override event(): void {}
  override addLinks(): void {}
}

const tracer = Tracer.make({ span: (options) => new NoopSpan(options) })

/** `noopTracer` provides the tracer and turns off the timing of spans and the span around each statement. */
export const noopTracer = Layer.succeedContext(
  Context.make(Tracer.Tracer, tracer).pipe(
    Context.add(References.TracerTimingEnabled, false),
    Context.add(SpanPropagationEnabled, false)
  )
)
