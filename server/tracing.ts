import { setTimeout as wait } from 'node:timers/promises'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import { version } from '../package.json'
import type { Config } from './config.ts'
import { type Span, traceBy, type Work } from './load/trace.ts'

interface Log {
  warn(fields: object, message: string): void
}

/** Traces under way to where they are asked for. */
export interface Tracing {
  /** Sends what is not sent yet, in two seconds at most; at once where the last did not arrive. */
  stop(): Promise<void>
}

const FLUSH_MS = 2_000
/** A job may ask without end: so many statements of a work are spans, and all of them are counted. */
const STATEMENTS = 200

/** Says in the log once that traces do not arrive, and once that they do again. */
const sayingOnce = (inner: SpanExporter, log: Log) => {
  const standing = { isAway: false }
  const exporter: SpanExporter = {
    export: (spans, done) =>
      inner.export(spans, (result) => {
        const isAway = result.code !== 0
        if (isAway && !standing.isAway) log.warn({ err: result.error }, 'traces do not arrive')
        if (!isAway && standing.isAway) log.warn({}, 'traces arrive again')
        standing.isAway = isAway
        done(result)
      }),
    shutdown: () => inner.shutdown(),
  }
  return { standing, exporter }
}

/** Starts traces where OTEL_EXPORTER_OTLP_ENDPOINT asks for them; null, and nothing is loaded, where it does not. Stores opened before it are not traced. */
export const startTracing = async ({ otlpEndpoint, otelServiceName }: Config, log: Log): Promise<Tracing | null> => {
  if (otlpEndpoint === null) return null
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, { parseTraceParent }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const { standing, exporter } = sayingOnce(new OTLPTraceExporter({ url: `${otlpEndpoint}/v1/traces` }), log)
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': otelServiceName, 'service.version': version }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('anju', version)

  const begin = ({ name, kind, parent, said = {} }: Work): Span => {
    // One clock that nobody sets: a work is never over before it began.
    const [epoch, began] = [Date.now(), performance.now()]
    const now = (): number => epoch + performance.now() - began
    const caller = parent === undefined ? null : parseTraceParent(parent)
    const before = caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT
    const options = { kind: kind === 'call' ? SpanKind.SERVER : SpanKind.INTERNAL, startTime: epoch, attributes: said }
    const span = tracer.startSpan(name, options, before)
    const within = trace.setSpan(ROOT_CONTEXT, span)
    let statements = 0
    let isOver = false
    return {
      traceId: span.spanContext().traceId,
      tell(told, isFailed) {
        span.setAttributes({ ...told })
        if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      },
      ask({ text, ms, isFailed }) {
        if (isOver || ++statements > STATEMENTS) return
        const end = now()
        const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
        const [word = ''] = text.split(' ', 1)
        const asked = tracer.startSpan(word, { kind: SpanKind.CLIENT, startTime: end - ms, attributes }, within)
        if (isFailed) asked.setStatus({ code: SpanStatusCode.ERROR })
        asked.end(end)
      },
      end() {
        isOver = true
        span.setAttribute('anju.statements', statements)
        span.end(now())
      },
    }
  }
  traceBy(begin)
  return {
    async stop() {
      traceBy(null)
      const sent = provider.shutdown().catch(() => {})
      if (!standing.isAway) await Promise.race([sent, wait(FLUSH_MS, undefined, { ref: false })])
    },
  }
}
