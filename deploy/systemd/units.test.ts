import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// systemd accepts the unit without warnings, and its sandbox restricts the process. systemd-analyze(1).

const { stdout: version, error } = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' })
const withSystemd = error ? 'systemd-analyze is not installed here' : ''
const number = Number(/^systemd (\d+)/u.exec(version ?? '')?.[1])

const template = await readFile(join(import.meta.dirname, 'gateway-portal@.service'), 'utf8')
const growingWaits = await readFile(join(import.meta.dirname, 'growing-waits.conf'), 'utf8')
const folder = await mkdtemp(join(tmpdir(), 'units-'))

afterAll(async () => rm(folder, { recursive: true }))

/** Writes a copy of the unit with an existing program. */
async function unitOf(text: string): Promise<string> {
  const path = join(folder, 'gateway-portal@push.service')
  await writeFile(path, text.replace('/usr/bin/node', process.execPath))
  return path
}

/** The warnings of systemd, which reports an unknown key with exit code 0. */
async function complaintsOf(text: string): Promise<string> {
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', await unitOf(text)], {
    encoding: 'utf8',
  })
  return `${stderr}${status === 0 ? '' : `code ${status}`}`
}

test('systemd has no warnings about the unit', async ({ skip }) => {
  skip(withSystemd !== '', withSystemd)
  expect(await complaintsOf(template)).toBe('')
})

test('systemd reports an unknown key', async ({ skip }) => {
  skip(withSystemd !== '', withSystemd)
  expect(await complaintsOf(template.replace('KillMode', 'KillMood'))).toMatch(/KillMood/u)
})

test('systemd accepts the growing waits from version 254 on, and ignores them with a warning before', async ({
  skip,
}) => {
  skip(withSystemd !== '', withSystemd)
  const complaints = await complaintsOf(`${template}\n${growingWaits}`)
  expect(complaints).toMatch(number < 254 ? /Unknown key.*'RestartSteps'/u : /^$/u)
})

test('the exposure level of the process is at most 2 of 10', async ({ skip }) => {
  skip(withSystemd !== '' || number < 250, 'security --offline came with systemd 250')
  const args = ['security', '--offline=true', '--threshold=20', '--no-pager', await unitOf(template)]
  const { stdout, status } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  expect(stdout).toMatch(/Overall exposure level .*: [01]\.\d|: 2\.0/u)
  expect(status).toBe(0)
})

test('the manager waits longer than a graceful shutdown may take', () => {
  const waitsS = Number(/^TimeoutStopSec=(\d+)$/mu.exec(template)?.[1])
  const orderlyEndS = 20
  expect(waitsS).toBeGreaterThan(orderlyEndS)
})
