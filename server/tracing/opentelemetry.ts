import {
  context,
  diag,
  DiagLogLevel,
  type Context,
  type Link,
  type Span as ApiSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { minuteMs } from '#contract/durations.ts'
import type { Log } from '#server/log.ts'
import {
  isTraceparent,
  type SpanOptions,
  type TraceSpan,
  type TraceStep,
  type Tracer,
  setTracer,
} from '#server/tracing.ts'

export type TracingOptions = {
  /** The address of the collector for OTLP over HTTP, without the path `/v1/traces`. */
  endpoint: string
  /**
   * The share of new traces that are recorded, from 0 to 1. A continued trace is recorded if its parent is recorded.
   */
  share: number
  /** The roles of the process, such as `api,push`, as an attribute of each span. */
  roles: string
  log: Log
}

/**
 * The time limit in ms for sending spans. Spans that cannot be sent in time are dropped, because an unreachable
 * collector must not delay anything.
 */
const exportTimeoutMs = 3_000
/** The minimum interval in ms between log lines about the exporter, which reports an error at each attempt to send. */
const complainEveryMs = minuteMs
const maxShownLength = 300
const serviceName = 'gateway-portal'

/**
 * Records spans and sends them to a collector (OTLP 1, JSON over HTTP). The packages of OpenTelemetry also read its
 * environment variables, such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_RESOURCE_ATTRIBUTES`. This file is loaded only
 * if tracing is configured. Returns a function that sends pending spans and stops.
 */
export function startTracing({ endpoint, share, roles, log }: TracingOptions): () => Promise<void> {
  const complain = diagLoggerFor(log)
  diag.setLogger({ ...ignoredLevels, error: complain }, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const url = `${endpoint.replace(/\/+$/u, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName, 'gateway_portal.roles': roles }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  })
  setTracer(createTracer(provider))
  return async () => {
    setTracer(null)
    await provider.shutdown().catch((error: unknown) => complain(String(error)))
    context.disable()
    diag.disable()
  }
}

function ignore(): void {}

const ignoredLevels = { warn: ignore, info: ignore, debug: ignore, verbose: ignore }

function diagLoggerFor(log: Log): (reason: string) => void {
  let complainedAt = -Infinity
  return (reason) => {
    if (performance.now() - complainedAt < complainEveryMs) return
    complainedAt = performance.now()
    const fields = { reason: reason.slice(0, maxShownLength), setting: 'OTEL_EXPORTER_OTLP_ENDPOINT' }
    log.warn(fields, 'spans could not be sent and are dropped')
  }
}

const spanKinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, background: SpanKind.INTERNAL }

function createTracer(provider: TracerProvider): Tracer {
  const spans = provider.getTracer(serviceName)

  function open({ name, kind, attributes = {}, parent, others = [] }: SpanOptions): TraceSpan {
    const links = others.flatMap((other): Link[] =>
      [contextOf(other) ?? []].flat().map((linkedContext) => ({ context: linkedContext })),
    )
    const above = parent === undefined ? null : contextOf(parent)
    const base = trace.deleteSpan(context.active())
    const from = above ? trace.setSpanContext(base, above) : base
    return toSpan(spans.startSpan(name, { kind: spanKinds[kind], attributes, links }, from), from)
  }

  function step({ name, attributes = {} }: TraceStep): TraceSpan | null {
    const active = context.active()
    if (trace.getSpan(active)?.isRecording() !== true) return null
    return toSpan(spans.startSpan(name, { attributes }, active), active)
  }

  return { open, step, current: () => traceparentOf(trace.getSpan(context.active())) }
}

function toSpan(span: ApiSpan, parentContext: Context): TraceSpan {
  const inside = trace.setSpan(parentContext, span)
  return {
    traceparent: traceparentOf(span),
    run: (work) => context.with(inside, work),
    end({ attributes = {}, error } = {}) {
      span.setAttributes(attributes)
      if (error !== undefined) {
        span.setAttribute('error.type', kindOf(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

/** Returns the code or name of an error, without its message, in which the database quotes values. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : error.name
}

function traceparentOf(span: ApiSpan | undefined): string | undefined {
  if (!span?.isRecording()) return undefined
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

function contextOf(traceparent: string): SpanContext | null {
  if (!isTraceparent(traceparent)) return null
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
