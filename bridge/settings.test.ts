import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBridgeSettings } from './settings.ts'
import { openTokenFile } from './token-file.ts'

const needed = { PORTAL_URL: 'https://portal.example/', CLIENT_ID: 'bridge' }

test('an option wins over its environment variable, and the rest has defaults', () => {
  const settings = readBridgeSettings(['--broker', 'mqtts://home.example'], {
    ...needed,
    BROKER_URL: 'mqtt://other.example',
  })
  expect(settings).toMatchObject({
    portalUrl: 'https://portal.example',
    clientId: 'bridge',
    clientSecret: undefined,
    brokerUrl: 'mqtts://home.example',
    topicPrefix: 'heating',
    discoveryPrefix: 'homeassistant',
  })
})

test.each([
  [[], {}, /--portal/u],
  [[], { ...needed, PORTAL_URL: 'http://portal.example' }, /https/u],
  [[], { ...needed, PORTAL_URL: 'portal' }, /address/u],
  [['--topic-prefix', 'a/#'], needed, /topic/u],
  [['--unknown'], needed, /unknown/u],
])('wrong settings %j %j are one sentence', (args, env, sentence) => {
  expect(() => readBridgeSettings(args, env)).toThrow(sentence)
})

test('a portal on the same machine may be without https', () => {
  expect(readBridgeSettings([], { ...needed, PORTAL_URL: 'http://localhost:8080' }).portalUrl).toBe(
    'http://localhost:8080',
  )
})

test('only the owner of the token file can read it, and a damaged one counts as none', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'bridge-'))
  const path = join(folder.path, 'token.json')
  const file = openTokenFile(path)
  expect(await file.read()).toBeNull()
  await file.write('first')
  await file.write('second')
  expect(await file.read()).toBe('second')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await writeFile(path, '{"refreshToken": ')
  expect(await file.read()).toBeNull()
  await file.remove()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})
