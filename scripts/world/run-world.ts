import { diskSentence } from './disk-sentence.ts'
import { watchNpm } from './npm-process.ts'
import { StartError } from './start-error.ts'
import type { WorldSettings } from './settings.ts'
import { createWorld, type World } from './world.ts'

type Terminal = { say: (text: string) => void; createWorld: (settings: WorldSettings) => World }

/**
 * Runs `body` as the program of this process: a world it makes is stopped by Ctrl-C, SIGTERM, a closed terminal and the
 * end of our parent, and when `body` fails. A StartError is told as its one sentence, with exit code 1.
 */
export async function runWorld(body: (terminal: Terminal) => Promise<void>): Promise<void> {
  const worlds: World[] = []
  let exiting: Promise<void> | undefined
  const exit = (code: number): Promise<void> => (exiting ??= stopAll(worlds).then(() => process.exit(code)))
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void exit(0))
  await watchNpm(() => void exit(0))
  const create = (settings: WorldSettings): World => {
    const giveUp = (text: string): void => {
      complain(text)
      void exit(1)
    }
    const world = createWorld({ settings, say, complain, giveUp })
    worlds.push(world)
    return world
  }
  await body({ say, createWorld: create }).catch(async (error: Error) => {
    if (!exiting) complain(sentenceOf(error))
    await exit(1)
  })
}

/** One sentence for errors that a person can fix; any other error is shown with its stack. */
function sentenceOf(error: Error): string {
  if (error instanceof StartError) return error.message
  return diskSentence(error) ?? error.stack ?? error.message
}

async function stopAll(worlds: World[]): Promise<void> {
  await Promise.all(worlds.map((world) => world.stop()))
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`)
}
