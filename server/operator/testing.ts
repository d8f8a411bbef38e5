import type { OperatorCommand } from './main.ts'

/** Test values for the dependencies of a command; erases nobody, and decides no takeover. */
export const testOperator: Pick<OperatorCommand, 'operator' | 'erase' | 'decideTakeover'> = {
  operator: 'tester',
  erase: async () => null,
  decideTakeover: async () => 'unknown',
}
