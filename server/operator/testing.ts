import type { OperatorCommand } from './main.ts'

/** What a command has besides its words, in tests that erase nobody. */
export const testOperator: Pick<OperatorCommand, 'operator' | 'erase'> = { operator: 'tester', erase: async () => null }
