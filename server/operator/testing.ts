import type { OperatorCommand } from './main.ts'

/** Test values for the dependencies of a command; erases nobody. */
export const testOperator: Pick<OperatorCommand, 'operator' | 'erase'> = { operator: 'tester', erase: async () => null }
