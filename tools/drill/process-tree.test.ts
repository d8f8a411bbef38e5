import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { signalProcesses, findProcessTree } from './process-tree.ts'

test('a process is found with its children and ended with them', async () => {
  const child = spawn('sh', ['-c', 'sleep 60 & echo started; wait'], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  const pids = findProcessTree(child.pid ?? 0)
  expect(pids).toHaveLength(2)
  const ended = once(child, 'exit')
  signalProcesses(pids, 'SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
})
