import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

let child: ChildProcess

afterEach(() => {
  child.kill('SIGKILL')
})

test('stand-ins end when their parent process is gone', async () => {
  await start({ policies: { PORT: '0' } })
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('stand-ins end on a signal', async () => {
  await start({ policies: { PORT: '0' } })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('gateways that reach no listener also end', async () => {
  await start({ gateways: { MQTT_URL: 'mqtt://localhost:1' } })
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a stand-in that cannot start ends the process with its name', async () => {
  run({ policies: { PORT: '0' }, mailbox: { PORT: '0' } })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said).toBe('Error: The stand-in mailbox could not start: Error: The setting SMTP_PORT is missing.\n')
})

async function start(settings: Record<string, Record<string, string>>): Promise<void> {
  run(settings)
  if (child.stdout) await once(child.stdout, 'data')
}

function run(settings: Record<string, Record<string, string>>): void {
  const env = { ...process.env, STAND_INS: JSON.stringify(settings) }
  child = fork(join(import.meta.dirname, 'stand-ins.ts'), { env, silent: true })
}
