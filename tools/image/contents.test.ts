import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { demoRegistryFile, readRegistryFile } from '#stand-ins/registry-file.ts'
import { demoPassword } from '../../scripts/demo/people.ts'

// Specification 19.61: the production image contains no demo data, no stand-ins, no published keys.

const root = join(import.meta.dirname, '../..')
const read = async (path: string): Promise<string> => readFile(join(root, path), 'utf8')

const containerfile = await read('deploy/Containerfile')
const ignored = (await read('.dockerignore')).split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/**
 * Returns whether buildah sends a path to the build. In buildah, the last matching pattern of `.dockerignore` decides.
 */
function isSent(path: string): boolean {
  let isIn = true
  for (const line of ignored) {
    const isException = line.startsWith('!')
    const pattern = isException ? line.slice(1) : line
    if (matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`)) isIn = isException
  }
  return isIn
}

/** The source paths of the `COPY` instructions, without build results. */
const sources = [...containerfile.matchAll(/^COPY (?:--\S+ )*(.+) \S+$/gmu)]
  .flatMap(([, names = '']) => names.split(' '))
  .filter((source) => !source.startsWith('dist/'))

const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = stdout.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
const copied = files.filter(
  (path) => sources.some((source) => path === source || path.startsWith(`${source}/`)) && isSent(path),
)

test('the image contains the program, without stand-ins, demo and tests', () => {
  expect(copied).toEqual(
    expect.arrayContaining([
      'server/main.ts',
      'texts/en/emails.json',
      'scripts/portal.ts',
      'scripts/health.ts',
      'package.json',
    ]),
  )
  const folders = new Set(copied.map((path) => path.split('/')[0]))
  expect(folders).toEqual(
    new Set(['brands', 'contract', 'deploy', 'legal', 'package.json', 'scripts', 'server', 'texts']),
  )
  expect(
    copied.filter((path) => /stand-ins|demo[/-]|scripts\/processes|\.test\.ts$|\/test-|^test\//u.test(path)),
  ).toEqual([])
})

test('no file of the image holds a key, a code or a password of the demo', async () => {
  const gateways = await readRegistryFile(demoRegistryFile)
  const secrets = [demoPassword, ...gateways.flatMap(({ accessCode, deviceKey }) => [accessCode, deviceKey])]
  expect(secrets.length).toBeGreaterThan(50)
  const holding: string[] = []
  for (const path of copied) {
    const text = await read(path)
    if (secrets.some((secret) => text.includes(secret))) holding.push(path)
  }
  expect(holding).toEqual([])
})

/** Matches static and dynamic imports. */
const importForm = /(?:from|import\() ?'(#?[./\w-]+\.(?:ts|mjs|json))'/gu

async function importsOf(path: string): Promise<string[]> {
  const text = (await read(path))
    .replaceAll(/^import type .*$|^export type .* from .*$/gmu, '')
    .replaceAll(/typeof import\([^)]*\)/gu, '')
  return [...text.matchAll(importForm)].map(([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : normalize(join(dirname(path), name)),
  )
}

test('every import of a file in the image is in the image, except the demo, which portal.ts does without', async () => {
  const has = new Set(copied)
  const missing = new Set<string>()
  for (const path of copied.filter((name) => /\.(?:ts|mjs)$/u.test(name)))
    for (const name of await importsOf(path)) if (!has.has(name)) missing.add(`${path} -> ${name}`)
  expect([...missing]).toEqual(['scripts/portal.ts -> scripts/demo/operator-of-demo.ts'])
})
