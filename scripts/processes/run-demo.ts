import { runProgram } from './run-program.ts'
import type { DemoSettings } from './demo-settings.ts'
import { createDemo, type Demo } from './demo.ts'

type Terminal = { printLine: (text: string) => void; createDemo: (settings: DemoSettings) => Demo }

/** Runs `body` as the program of this process. When the program ends, every demo that `body` has created is stopped. */
export async function runDemo(body: (terminal: Terminal) => Promise<void>): Promise<void> {
  await runProgram({ codeOfSignal: 0 }, async ({ runAtEnd: atEnd, ...terminal }) => {
    const create = (settings: DemoSettings): Demo => {
      const demo = createDemo({ settings, ...terminal })
      atEnd(demo.stop)
      return demo
    }
    await body({ printLine: terminal.printLine, createDemo: create })
    return undefined
  })
}
