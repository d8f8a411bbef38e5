import { api } from '#contract/api.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import type { PersonLimiter, RateLimit } from '#server/http/rate-limit.ts'
import { type ConcurrencyLimits, createConcurrencyLimiter } from '../concurrency-limiter.ts'
import type { ValueReadDependencies } from '../read-step-values-within-time-limit.ts'
import { readHistory } from './history.ts'

/**
 * The rate limit of histories. It is high enough for a person who zooms a chart with the mouse wheel and also opens a
 * list of many appliances.
 */
export const historyRateLimit: RateLimit = { name: 'history', attempts: 600, windowS: 60 }

/** The limit of histories that a process reads at the same time, and of requests that wait. */
export const historyConcurrencyLimits: ConcurrencyLimits = {
  maxConcurrent: 4,
  waiting: 100,
  waitingOfOne: 4,
  withinMs: 5_000,
  retryAfterMs: 5_000,
}

export type HistoryRoutesDependencies = Omit<ValueReadDependencies, 'runLimited'> & { limitReads: PersonLimiter }

/** Adds the endpoint for the history of an appliance. Specification 24.1. */
export function addHistoryRoutes(add: EndpointAdder, dependencies: HistoryRoutesDependencies): void {
  const runLimited = createConcurrencyLimiter(historyConcurrencyLimits)
  add(api.readHistory, async ({ caller, params, query }) => {
    await dependencies.limitReads(caller)
    return readHistory({ ...dependencies, runLimited }, { gatewayId: params.id, subject: caller, query })
  })
}
