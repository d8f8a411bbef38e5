/** What a span says of its step: words and numbers of the portal's own, never who or whose. docs/decisions/051. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A step of a trace. `name` is the same for all steps of its kind. */
export type TraceStep = { name: string; attributes?: SpanAttributes }

/** A step under way. */
export type TraceSpan = {
  /** How others name it, to go on from it (`traceparent`, W3C Trace Context 1). Undefined where it is not recorded. */
  readonly traceparent: string | undefined
  /** Does work as a part of the step. */
  run<Result>(work: () => Result): Result
  /** `error`: what the step failed of. */
  end(outcome?: { attributes?: SpanAttributes; error?: unknown }): void
}

/** A step that begins a trace, or goes on with that of `parent`; it did the work of those in `others` too. */
export type Opening = TraceStep & {
  kind: 'server' | 'consumer' | 'background'
  parent?: string | undefined
  others?: readonly string[]
}

/** Where spans go. */
export type Tracer = {
  open(opening: Opening): TraceSpan
  /** A step of what is under way; null where nothing recorded is. */
  step(step: TraceStep): TraceSpan | null
  /** The recorded step that is under way, as a `traceparent`. */
  current(): string | undefined
}

// One for the process: a statement is to know its request without every function between them handing it on.
let tracer: Tracer | null = null

/** Has spans recorded from now on, or with null no more. */
export function useTracer(next: Tracer | null): void {
  tracer = next
}

export function isTracing(): boolean {
  return tracer !== null
}

/** Begins a trace; null where nothing is recorded. Who opens it ends it. */
export function openSpan(opening: Opening): TraceSpan | null {
  return tracer?.open(opening) ?? null
}

/** Does work as a step of what is under way; where nothing recorded is, it is only done. */
export function traced<Result>(step: TraceStep, work: () => Promise<Result>): Promise<Result> {
  const span = tracer?.step(step)
  return span ? ended(span, work) : work()
}

/**
 * Does work that serves several traces at once, such as a commit for many reports: a step of the first that is linked
 * to the others. `traces` is asked only where spans are recorded.
 */
export function tracedTogether<Result>(
  step: TraceStep,
  traces: () => readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracer === null) return work()
  const [parent, ...others] = traces()
  if (parent === undefined) return work()
  return ended(tracer.open({ ...step, kind: 'consumer', parent, others }), work)
}

/**
 * Does work that nobody asked for just now, such as a job: a trace of its own. `told`: what is said of how it ended,
 * where that is no failure to whoever began it.
 */
export function tracedApart<Result>(
  step: TraceStep,
  work: () => Promise<Result>,
  told?: (result: Result) => SpanAttributes,
): Promise<Result> {
  return tracer === null ? work() : ended(tracer.open({ ...step, kind: 'background' }), work, told)
}

/** The step under way, for messages of the bus. */
export function currentTrace(): string | undefined {
  return tracer?.current()
}

/** Of version 00, and sampled or not. W3C Trace Context 1, section 3.2. */
export function isTraceparent(value: unknown): value is string {
  return typeof value === 'string' && /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/u.test(value)
}

// Work is begun before this returns, so that statements keep the order of their calls.
async function ended<Result>(
  span: TraceSpan,
  work: () => Promise<Result>,
  told?: (result: Result) => SpanAttributes,
): Promise<Result> {
  try {
    const result = await span.run(work)
    span.end(told && { attributes: told(result) })
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}
