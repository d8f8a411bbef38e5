/** The attributes of a span: words and numbers of the portal, never personal data. docs/how-to/traces.md. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A step of a trace. `name`: the same for all steps of a kind. */
export type TraceStep = { name: string; attributes?: SpanAttributes }

/** An open span. */
export type TraceSpan = {
  /**
   * The reference to the span for other processes (`traceparent`, W3C Trace Context 1); undefined if the span is not
   * recorded.
   */
  readonly traceparent: string | undefined
  /** Runs work as a part of this step. */
  run<Result>(work: () => Result): Result
  /** Ends the span. `error`: why the step failed. */
  end(outcome?: { attributes?: SpanAttributes; error?: unknown }): void
}

/**
 * A step that begins a trace, or continues the trace of `parent` (a `traceparent`). If it also does the work of other
 * traces, it is linked to `others`.
 */
export type SpanOptions = TraceStep & {
  kind: 'server' | 'consumer' | 'background'
  parent?: string | undefined
  others?: readonly string[]
}

/** Records spans. */
export type Tracer = {
  open(opening: SpanOptions): TraceSpan
  /** Opens a child step of the current one; returns null if there is no current step. */
  step(step: TraceStep): TraceSpan | null
  /** Returns the current step as a `traceparent`; undefined if none is recorded. */
  current(): string | undefined
}

// One tracer for the whole process. So a statement finds its request without an additional parameter in all functions.
let tracer: Tracer | null = null

/** Sets the tracer that records spans; null stops recording. */
export function useTracer(next: Tracer | null): void {
  tracer = next
}

export function isTracing(): boolean {
  return tracer !== null
}

/** Opens a span that begins a trace, or continues one; null if tracing is off. The caller must end it. */
export function openSpan(opening: SpanOptions): TraceSpan | null {
  return tracer?.open(opening) ?? null
}

/** Runs work as a step of the current trace. Without a trace, it only runs the work. */
export function runTraced<Result>(step: TraceStep, work: () => Promise<Result>): Promise<Result> {
  const span = tracer?.step(step)
  return span ? endAfter(span, work) : work()
}

/**
 * Runs work for several traces at once, such as a commit for many reports. It is a step of the first trace, linked to
 * the others. `traces` is called only if tracing is on.
 */
export function runTracedTogether<Result>(
  step: TraceStep,
  traces: () => readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracer === null) return work()
  const [parent, ...others] = traces()
  if (parent === undefined) return work()
  return endAfter(tracer.open({ ...step, kind: 'consumer', parent, others }), work)
}

/**
 * Runs work that no request causes, such as a job, as its own trace. `describe`: returns attributes of the result, for
 * failures that the caller handles.
 */
export function runAsTrace<Result>(
  step: TraceStep,
  work: () => Promise<Result>,
  describe?: (result: Result) => SpanAttributes,
): Promise<Result> {
  return tracer === null ? work() : endAfter(tracer.open({ ...step, kind: 'background' }), work, describe)
}

/** Returns the current step as a `traceparent`, for messages of the bus; undefined if none is recorded. */
export function currentTrace(): string | undefined {
  return tracer?.current()
}

/** Whether a text is a `traceparent` of version 00, sampled or not. W3C Trace Context 1, section 3.2. */
export function isTraceparent(value: unknown): value is string {
  return typeof value === 'string' && /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/u.test(value)
}

// Ends the span after the work. Starts the work before it returns, so that statements keep the order of their calls.
async function endAfter<Result>(
  span: TraceSpan,
  work: () => Promise<Result>,
  describe?: (result: Result) => SpanAttributes,
): Promise<Result> {
  try {
    const result = await span.run(work)
    span.end(describe && { attributes: describe(result) })
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}
