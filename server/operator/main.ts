import { type ContractAnswer, contractAnswers } from './contracts.ts'
import { runAnswer, runList } from './contract-commands.ts'
import { runImport } from './import-command.ts'
import { type ImportKind, importKinds } from './import.ts'

export type OperatorCommand = {
  args: readonly string[]
  env: Record<string, string | undefined>
  say: (line: string) => void
  complain: (line: string) => void
  /** Writes an audit line: who did what, as in `server/http/audit.ts`. Specification 19.51. */
  record: (audit: object) => void
}

type Command =
  | { name: 'import'; kind: ImportKind; file: string }
  | { name: 'answer'; answer: ContractAnswer; contractId: string }
  | { name: 'list' }

const usage = [
  `Usage: npm run portal -- import ${importKinds.join('|')} FILE.csv`,
  `       npm run portal -- contract ${contractAnswers.join('|')} ID`,
  '       npm run portal -- contract list',
]

/** Runs one command of an operator and answers the exit code. Specification 13.8 and 18.4. */
export async function runOperatorCommand(call: OperatorCommand): Promise<number> {
  const command = parseCommand(call.args)
  switch (command?.name) {
    case 'import':
      return runImport(call, command)
    case 'answer':
      return runAnswer(call, command)
    case 'list':
      return runList(call)
    case undefined:
      usage.forEach(call.complain)
      return 2
  }
}

function parseCommand([name, what, object, ...rest]: readonly string[]): Command | null {
  if (rest.length > 0) return null
  if (name === 'contract' && what === 'list' && object === undefined) return { name: 'list' }
  if (object === undefined) return null
  if (name === 'import') {
    const kind = importKinds.find((known) => known === what)
    return kind ? { name: 'import', kind, file: object } : null
  }
  const answer = contractAnswers.find((known) => known === what)
  return name === 'contract' && answer ? { name: 'answer', answer, contractId: object } : null
}
