import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { closeAllInParallel } from './process-end.ts'

const file = fileURLToPath(new URL('process-end.ts', import.meta.url))

/** Runs a process that executes the code `happening`. Returns the exit code of the process. */
async function codeAfter(happening: string): Promise<number | null> {
  const program = `
    import { endProcessOnSignal } from ${JSON.stringify(file)}
    endProcessOnSignal({ fatal() {}, error() {} }, [])
    setInterval(() => {}, 1000)
    ${happening}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

test.each([
  [`process.kill(process.pid, 'SIGTERM')`, 0],
  [`process.kill(process.pid, 'SIGTERM'); process.exitCode = 1`, 1],
  [`setTimeout(() => { throw new Error('uncaught') })`, 1],
])('a process ends with the code of its reason: %s', async (happening, code) => {
  expect(await codeAfter(happening)).toBe(code)
})

test('a shutdown that takes too long is cut off, with one log line', async () => {
  const program = `
    import { endProcessOnSignal } from ${JSON.stringify(file)}
    const log = { fatal: (facts, line) => console.log(JSON.stringify(facts), line), error() {} }
    endProcessOnSignal(log, [() => new Promise(() => {})], { withinMs: 50 })
    setInterval(() => {}, 1000)
    process.kill(process.pid, 'SIGTERM')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(said).toBe('{"withinMs":50} open requests did not finish in time and are aborted; does the database answer?\n')
  expect(code).toBe(1)
})

test('a second signal ends the process at once, and the same Ctrl-C from two senders counts once', async () => {
  const program = `
    import { endProcessOnSignal } from ${JSON.stringify(file)}
    endProcessOnSignal({ fatal: (line) => console.log(line), error() {} }, [() => new Promise(() => {})])
    setInterval(() => {}, 1000)
    process.kill(process.pid, 'SIGINT')
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => {
      console.log('still there')
      process.kill(process.pid, 'SIGTERM')
    }, 400)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(said).toBe('still there\na second signal to end: open requests are aborted\n')
  expect(code).toBe(1)
})

test('parallel shutdowns all finish before a failure of one is reported', async () => {
  let hasEnded = false
  const failing = async (): Promise<void> => {
    throw new Error('away')
  }
  const slow = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    hasEnded = true
  }
  await expect(closeAllInParallel([failing, slow])).rejects.toThrow('not everything ended well')
  expect(hasEnded).toBe(true)
})
