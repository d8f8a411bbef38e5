/** The attributes of a span: words and numbers of the portal itself, never personal data. docs/how-to/traces.md. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A step of a trace. `name` is the same for all steps of its kind. */
export type TraceStep = { name: string; attributes?: SpanAttributes }

/** An open span. */
export type TraceSpan = {
  /** The reference for other processes (`traceparent`, W3C Trace Context 1). Undefined if it is not recorded. */
  readonly traceparent: string | undefined
  /** Runs work as a part of the step. */
  run<Result>(work: () => Result): Result
  /** `error`: why the step failed. */
  end(outcome?: { attributes?: SpanAttributes; error?: unknown }): void
}

/** A step that begins a trace, or continues that of `parent`; it is linked to `others`, whose work it also does. */
export type SpanOptions = TraceStep & {
  kind: 'server' | 'consumer' | 'background'
  parent?: string | undefined
  others?: readonly string[]
}

/** The destination of spans. */
export type Tracer = {
  open(opening: SpanOptions): TraceSpan
  /** A child step of the current one; null if nothing is recorded. */
  step(step: TraceStep): TraceSpan | null
  /** The current recorded step, as a `traceparent`. */
  current(): string | undefined
}

// The tracer of the whole process, so that a statement finds its request without an additional parameter in all functions.
let tracer: Tracer | null = null

/** Starts recording with this tracer; null stops it. */
export function useTracer(next: Tracer | null): void {
  tracer = next
}

export function isTracing(): boolean {
  return tracer !== null
}

/** Begins a trace; null if nothing is recorded. The caller must end it. */
export function openSpan(opening: SpanOptions): TraceSpan | null {
  return tracer?.open(opening) ?? null
}

/** Runs work as a step of the current trace; without one it only runs the work. */
export function runTraced<Result>(step: TraceStep, work: () => Promise<Result>): Promise<Result> {
  const span = tracer?.step(step)
  return span ? endAfter(span, work) : work()
}

/**
 * Runs work that serves several traces at once, such as a commit for many reports: a step of the first one, linked to
 * the others. `traces` is called only while spans are recorded.
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
 * Runs work without a request, such as a job, as its own trace. `describe`: attributes of the result, for failures that
 * the caller handles.
 */
export function runAsTrace<Result>(
  step: TraceStep,
  work: () => Promise<Result>,
  describe?: (result: Result) => SpanAttributes,
): Promise<Result> {
  return tracer === null ? work() : endAfter(tracer.open({ ...step, kind: 'background' }), work, describe)
}

/** The current step, for messages of the bus. */
export function currentTrace(): string | undefined {
  return tracer?.current()
}

/** Whether a text is a `traceparent` of version 00, sampled or not. W3C Trace Context 1, section 3.2. */
export function isTraceparent(value: unknown): value is string {
  return typeof value === 'string' && /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/u.test(value)
}

// Ends the span after the work. Starts the work synchronously, so that statements keep the order of their calls.
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
