import { expect, test } from 'vitest'
import { isPortalProcess } from './process-spec.ts'
import { demoProcessSpecsOf } from './process-specs.ts'
import { readDemoSettings } from './demo-settings.ts'

const secrets = {
  sessionKey: '',
  registryKey: '',
  receiptKey: '',
  clientSecret: '',
  vapid: { publicKey: '', privateKey: '' },
}
const url = 'postgres://portal@db/portal'
const database = { url, sessionUrl: url, hostUrl: url }

const specsOf = (env: Record<string, string>) =>
  demoProcessSpecsOf({ settings: readDemoSettings(env), secrets, database })
const namesOf = (env: Record<string, string>): string[] => specsOf(env).map(({ name }) => name)

test('the demo is one process of the portal and one of the stand-ins', () => {
  expect(namesOf({})).toEqual(['stand-ins', 'portal'])
  const [standIns] = specsOf({})
  expect(Object.keys(JSON.parse(standIns?.env['STAND_INS'] ?? '') as object)).toEqual([
    'identity',
    'policies',
    'stickers',
    'mailbox',
    'gateways',
    'companies',
  ])
})

test('with SPLIT=1 each stand-in and each role of the portal has a process', () => {
  expect(namesOf({ SPLIT: '1' })).toEqual([
    'identity',
    'policies',
    'stickers',
    'mailbox',
    'portal',
    'ingest',
    'jobs',
    'gateways',
    'companies',
  ])
  const roles = specsOf({ SPLIT: '1' })
    .filter(isPortalProcess)
    .map(({ env }) => env['ROLES'])
  expect(roles).toEqual(['api,push,partners', 'ingest', 'jobs'])
})
