import type { OperatorCommand } from '#server/operator/main.ts'

/** Dependencies of an operator's command for tests. They erase nobody and decide nothing. */
export const testOperator: Pick<OperatorCommand, 'operator' | 'erase' | 'decideTakeover' | 'decideProgram'> = {
  operator: 'tester',
  erase: async () => null,
  decideTakeover: async () => 'unknown',
  decideProgram: async () => 'unknown',
}
