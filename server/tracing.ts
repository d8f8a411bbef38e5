/** The attributes of a span: words and numbers of the portal, never personal data. docs/how-to/traces.md. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A step of a trace. `name`: the same text for all steps of one kind. */
export type TraceStep = { name: string; attributes?: SpanAttributes }

/** A span that has begun and has not ended. */
export type TraceSpan = {
  /**
   * The reference to the span for other processes (`traceparent`, W3C Trace Context 1); undefined if the span is not
   * recorded.
   */
  readonly traceparent: string | undefined
  /** Runs work whose own steps become children of this span. */
  run<Result>(work: () => Result): Result
  /** Ends the span. `error`: the reason why the step failed. */
  end(outcome?: { attributes?: SpanAttributes; error?: unknown }): void
}

/**
 * Options of a span that begins a trace, or continues the trace of `parent` (a `traceparent`). `others`: the
 * `traceparent`s of other traces whose work the step also does; the step is linked to them.
 */
export type SpanOptions = TraceStep & {
  kind: 'server' | 'consumer' | 'background'
  parent?: string | undefined
  others?: readonly string[]
}

/** Opens spans and records them. */
export type Tracer = {
  open(opening: SpanOptions): TraceSpan
  /** Opens a child of the current step. Returns null if there is no current step. */
  step(step: TraceStep): TraceSpan | null
  /** Returns the `traceparent` of the current step, or undefined if no step is recorded. */
  current(): string | undefined
}

// The tracer of the process. Functions need no parameter for it, because all of them use the same tracer.
let tracer: Tracer | null = null

/** Sets the tracer that records spans. If it is null, no spans are recorded. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

export function isTracing(): boolean {
  return tracer !== null
}

/** Opens a span that begins or continues a trace. Returns null if tracing is off. The caller must end the span. */
export function openSpan(opening: SpanOptions): TraceSpan | null {
  return tracer?.open(opening) ?? null
}

/** Runs work as a step of the current trace. If there is no current trace, only runs the work. */
export function runAsTraceStep<Result>(step: TraceStep, work: () => Promise<Result>): Promise<Result> {
  const span = tracer?.step(step)
  return span ? endAfter(span, work) : work()
}

/**
 * Runs work that several traces have in common, such as a commit for many reports. The work becomes a step of the first
 * trace, with links to the others. `traces` is called only if tracing is on.
 */
export function runAsStepOfTraces<Result>(
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
 * Runs work that no request causes, such as a job, as its own trace. `describe`: converts the result to attributes.
 * With them, the trace also shows failures that the caller handles.
 */
export function runAsTrace<Result>(
  step: TraceStep,
  work: () => Promise<Result>,
  describe?: (result: Result) => SpanAttributes,
): Promise<Result> {
  return tracer === null ? work() : endAfter(tracer.open({ ...step, kind: 'background' }), work, describe)
}

/** Returns the `traceparent` of the current step, for messages of the bus, or undefined if no step is recorded. */
export function currentTraceparent(): string | undefined {
  return tracer?.current()
}

/** Whether a text is a `traceparent` of version 00, sampled or not. W3C Trace Context 1, section 3.2. */
export function isTraceparent(value: unknown): value is string {
  return typeof value === 'string' && /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/u.test(value)
}

// Runs the work and then ends the span. The work starts before this function returns, so that statements keep the
// order of their calls.
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
