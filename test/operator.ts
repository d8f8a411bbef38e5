import type { OperatorCommand } from '#server/operator/main.ts'

/**
 * Dependencies of the operator's commands for tests. No command erases a person or decides about a takeover or a
 * program.
 */
export const testOperatorDependencies: Pick<
  OperatorCommand,
  'operator' | 'erase' | 'decideTakeover' | 'decideProgram'
> = {
  operator: 'tester',
  erase: async () => null,
  decideTakeover: async () => 'unknown',
  decideProgram: async () => 'unknown',
}
