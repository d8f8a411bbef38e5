import { runProgram } from './program.ts'
import type { WorldSettings } from './settings.ts'
import { createWorld, type World } from './world.ts'

type Terminal = { say: (text: string) => void; createWorld: (settings: WorldSettings) => World }

/** Runs `body` as the program of this process. At its end, every demo portal that it created is stopped. */
export async function runWorld(body: (terminal: Terminal) => Promise<void>): Promise<void> {
  await runProgram({ codeOfSignal: 0 }, async ({ atEnd, ...terminal }) => {
    const create = (settings: WorldSettings): World => {
      const world = createWorld({ settings, ...terminal })
      atEnd(world.stop)
      return world
    }
    await body({ say: terminal.say, createWorld: create })
    return undefined
  })
}
