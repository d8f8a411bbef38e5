import { currentTrace } from '#server/tracing.ts'
import type { BusMessage } from './bus.ts'

/** Messages with the step under way, where that is recorded; those that have a trace of their own keep it. */
export function withTrace(messages: readonly BusMessage[]): readonly BusMessage[] {
  const trace = currentTrace()
  return trace === undefined ? messages : messages.map((message) => ({ trace, ...message }))
}
