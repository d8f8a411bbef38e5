import { StartError } from '../../scripts/world/start-error.ts'
import type { Terminal } from './topology.ts'

/** What to tell the person at the terminal, and what to end with the program, the last first. */
export type Program = Terminal & { atEnd(end: () => Promise<unknown>): void }

/**
 * Runs `body` as the program of this process: what it began is ended by Ctrl-C, SIGTERM, a closed terminal and the end of our parent,
 * and when `body` fails. Ends with the code that `body` answers; undefined keeps it running.
 */
export async function runProgram(body: (program: Program) => Promise<number | undefined>): Promise<void> {
  const ends: (() => Promise<unknown>)[] = []
  let exiting: Promise<void> | undefined
  const endAll = async (code: number): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end()
    process.exit(code)
  }
  const exit = (code: number): Promise<void> => (exiting ??= endAll(code))
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void exit(130))
  process.once('SIGINT', () => say('Ending everything; this may take half a minute.'))
  const giveUp = (text: string): void => {
    complain(text)
    void exit(1)
  }
  try {
    const code = await body({ say, complain, giveUp, atEnd: (end) => void ends.push(end) })
    if (code !== undefined) await exit(code)
  } catch (error) {
    if (!exiting) complain(error instanceof StartError ? error.message : String((error as Error).stack))
    await exit(1)
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`)
}
