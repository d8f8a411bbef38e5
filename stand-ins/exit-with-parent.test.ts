import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

let child: ChildProcess

afterEach(() => {
  child.kill('SIGKILL')
})

test('a stand-in ends when its parent process is gone', async () => {
  await start('policies/main.ts', { PORT: '0' })
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a stand-in ends on a signal', async () => {
  await start('policies/main.ts', { PORT: '0' })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('gateways that reach no listener also end', async () => {
  await start('gateways/main.ts', { MQTT_URL: 'mqtt://localhost:1' })
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

async function start(script: string, env: Record<string, string>): Promise<void> {
  child = fork(fileURLToPath(new URL(script, import.meta.url)), { env: { ...process.env, ...env }, silent: true })
  if (child.stdout) await once(child.stdout, 'data')
}
