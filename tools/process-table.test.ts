import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { findProcessTree } from './process-table.ts'

test('a process is found with its children', async () => {
  const child = spawn('sh', ['-c', 'sleep 60 & echo started; wait'], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  const pids = findProcessTree(child.pid ?? 0)
  expect(pids).toHaveLength(2)
  for (const pid of pids) process.kill(pid, 'SIGKILL')
})
