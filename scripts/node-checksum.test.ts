import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeComplaint } from './node-checksum.mjs'

// Specification 19.61: the Node of the production image is verified against a checksum.

const root = join(import.meta.dirname, '..')
const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(root, path), 'utf8'))

test('the checksums belong to the version that package.json pins', async () => {
  const { optionalDependencies } = (await read('package.json')) as { optionalDependencies: Record<string, string> }
  const { version, sha256 } = (await read('scripts/node-checksums.json')) as {
    version: string
    sha256: Record<string, string>
  }
  expect(version).toBe(optionalDependencies['node'])
  expect(Object.keys(sha256)).toEqual(expect.arrayContaining(['linux-arm64', 'linux-x64']))
  for (const checksum of Object.values(sha256)) expect(checksum).toMatch(/^[0-9a-f]{64}$/u)
})

test('the pinned Node of this machine has the expected checksum', () => {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  expect(nodeComplaint(join(root, 'node_modules/node/bin', name))).toBeNull()
})

test('another binary is refused, with both checksums', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'node-checksum-'))
  const file = join(folder, 'node')
  await writeFile(file, 'another program')
  expect(nodeComplaint(file, 'linux-x64')).toMatch(
    /is not Node [\d.]+ for linux-x64: its SHA-256 is [0-9a-f]{64}, .* has 7fde7b8a/u,
  )
  expect(nodeComplaint(file, 'plan9-mips')).toBeNull()
  await rm(folder, { recursive: true })
})
