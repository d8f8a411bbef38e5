import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeFlagsOfRole } from './node-flags.ts'

const roles = ['ingest', 'push', 'jobs'] as const

test.each(roles)('Node starts with the memory options of the role %s', (role) => {
  const args = [...nodeFlagsOfRole(role), '--eval', 'console.log(JSON.stringify(process.execArgv))']
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(expect.arrayContaining([...nodeFlagsOfRole(role)]))
})

test('a process that holds connections starts with a young generation that cannot grow', () => {
  const script = `
    const young = () => require('node:v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
    const connections = Array.from({ length: 400_000 }, (_, number) => ({ number, watches: [number] }))
    console.log(young() / 1024 / 1024, connections.length)`
  const { stdout } = spawnSync(process.execPath, [...nodeFlagsOfRole('ingest'), '--eval', script], { encoding: 'utf8' })
  expect(Number.parseInt(stdout, 10)).toBe(16)
})

const root = join(import.meta.dirname, '..')

test.each([
  ['docs/how-to/install.md', roles, (flags: string) => `MEMORY_FLAGS=${flags}`],
  ['deploy/compose.yaml', ['ingest', 'jobs'] as const, (flags: string) => `[${flags}, server/main.mjs]`],
] as const)('%s starts each role with its memory options', async (file, started, written) => {
  const text = await readFile(join(root, file), 'utf8')
  const separator = file.endsWith('.yaml') ? ', ' : ' '
  for (const role of started) expect(text).toContain(written(nodeFlagsOfRole(role).join(separator)))
})
