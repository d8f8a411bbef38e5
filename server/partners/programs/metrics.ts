import type { Registry } from 'prom-client'
import type { Pool } from 'pg'
import { programStates } from '#contract/programs.ts'
import { registerSampledGauge } from '#server/sampled-gauge.ts'
import { countProgramsByState } from './store.ts'

/** Measures the number of programs in each state. The operator sees by it how many wait for a decision. */
export function registerProgramGauge(registry: Registry, { pool }: { pool: Pool }): void {
  registerSampledGauge(registry, {
    name: 'gateway_portal_programs',
    help: 'Programs of third parties by state; those that are requested wait for the operator',
    labelNames: ['state'],
    read: async () => {
      const counted = new Map((await countProgramsByState(pool)).map(({ state, count }) => [state, count]))
      return programStates.map((state) => ({ labels: { state }, value: counted.get(state) ?? 0 }))
    },
  })
}
