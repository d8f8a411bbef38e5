import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createProcessEndProbe } from './drain-connections.ts'
import { addHealthRoutes } from './health.ts'

test('a probe that began before the end of a process, and takes longer, does not make it ready again', async () => {
  const messages: string[] = []
  const ending = new AbortController()
  const slow = Promise.withResolvers<void>()
  const waits: Promise<void>[] = [slow.promise]
  const app = fastify({ logger: { stream: { write: (line) => messages.push(messageOf(line)) } } })
  addHealthRoutes(app, [createProcessEndProbe(ending.signal), async () => waits.pop()])

  const first = app.inject('/readyz')
  await expect.poll(() => waits).toEqual([])
  ending.abort()
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  slow.resolve()
  await first
  await app.inject('/readyz')
  await app.close()

  expect(messages.filter((message) => message.includes('ready'))).toEqual(['not ready: balancers use other processes'])
})

const messageOf = (line: string): string => (JSON.parse(line) as { msg: string }).msg
