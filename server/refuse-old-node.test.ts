import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oldNodeComplaint } from './refuse-old-node.mjs'

// docs/how-to/install.md: a server needs Node 24. An older Node fails with one sentence.

const read = async (path: string): Promise<string> => readFile(join(import.meta.dirname, '..', path), 'utf8')

test.each(['20.19.2', '22.18.0', '23.11.1', '9.0.0'])('Node %s is refused with one sentence', (version) => {
  expect(oldNodeComplaint(version)).toMatch(
    new RegExp(`^Node ${version.replaceAll('.', '\\.')} is too old: .*\\.$`, 'u'),
  )
})

test.each(['24.0.0', '24.21.0', '26.1.0'])('Node %s runs the product', (version) => {
  expect(oldNodeComplaint(version)).toBeNull()
})

test('npm refuses an old Node before it installs anything, and production runs the check at its start', async () => {
  const { engines } = JSON.parse(await read('package.json')) as { engines: { node: string } }
  expect(engines.node).toBe('>=24')
  expect(await read('.npmrc')).toMatch(/^engine-strict=true$/mu)
  expect(await read('deploy/systemd/gateway-portal@.service')).toContain(
    'ExecStart=/usr/bin/node $MEMORY_FLAGS server/main.mjs',
  )
  expect(await read('deploy/Containerfile')).toContain('CMD ["server/main.mjs"]')
})

test('the check loads nothing that an old Node cannot parse before it has run', async () => {
  for (const path of ['server/main.mjs', 'scripts/portal.mjs', 'server/refuse-old-node.mjs']) {
    const imports = [...(await read(path)).matchAll(/^import .* from '(.+)'$/gmu)].map(([, name]) => name)
    expect(imports.filter((name) => !name?.endsWith('/refuse-old-node.mjs'))).toEqual([])
  }
})
