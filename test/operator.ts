import type { OperatorCommand } from '#server/operator/main.ts'

/** Test values for the dependencies of a command; erases nobody, and decides nothing. */
export const testOperator: Pick<OperatorCommand, 'operator' | 'erase' | 'decideTakeover' | 'decideProgram'> = {
  operator: 'tester',
  erase: async () => null,
  decideTakeover: async () => 'unknown',
  decideProgram: async () => 'unknown',
}
