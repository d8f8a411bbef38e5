import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { findProductionWarnings } from './production-warnings.ts'

// Specification 19.61: when a process in production starts, it warns of http URLs, keys that are not random, and
// missing TLS.

const key = randomBytes(32).toString('base64')
const sound = {
  PUBLIC_URL: 'https://portal.example',
  DATABASE_URL: 'postgres://portal:secret@db.example/portal?sslmode=verify-full',
  OIDC_ISSUER: 'https://login.example',
  OIDC_AUDIENCE: 'gateway-portal',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'secret',
  SESSION_KEY: key,
  REGISTRY_KEY: key,
  POLICIES_URL: 'https://policies.example',
  MQTT_PLAIN: '1',
}

const warningsOf = (changes: Record<string, string>): string[] =>
  findProductionWarnings(parseConfig({ ...sound, ...changes }, 'cedar'))

test('the settings of the manual cause no warning', () => {
  expect(warningsOf({})).toEqual([])
  expect(warningsOf({ SMTP_URL: 'smtps://mail.example', BUS_URL: 'tls://portal:secret@bus.example:4222' })).toEqual([])
})

test.each([
  { DATABASE_URL: 'postgres://portal:secret@127.0.0.1/portal' },
  { DATABASE_URL: 'postgres://portal:secret@[::1]:5432/portal' },
  { DATABASE_URL: 'postgres://portal:secret@localhost,127.0.0.1:5433/portal' },
  { SMTP_URL: 'smtp://localhost:25' },
  { SMTP_URL: 'smtp://portal:secret@mail.example:587' },
  { BUS_URL: 'nats://127.0.0.1:4222' },
  { POLICIES_URL: 'http://127.0.0.1:8083' },
])('a connection on this machine, or with mandatory TLS, causes no warning: %j', (changes) => {
  expect(warningsOf(changes)).toEqual([])
})

test.each([
  [{ PUBLIC_URL: 'http://portal.example' }, /^PUBLIC_URL is an http address/u],
  [{ PUBLIC_URL: '' }, /^PUBLIC_URL is an http address/u],
  [{ OIDC_ISSUER: 'http://login.example' }, /^OIDC_ISSUER is an http address/u],
  [{ POLICIES_URL: 'http://policies.example' }, /^POLICIES_URL is an http address of another machine/u],
  [{ SESSION_KEY: Buffer.alloc(32, 7).toString('base64') }, /^SESSION_KEY is not random/u],
  [{ REGISTRY_KEY: Buffer.from('abcd'.repeat(8)).toString('base64') }, /^REGISTRY_KEY is not random/u],
  [
    { DATABASE_URL: 'postgres://portal:secret@db.example/portal' },
    /^DATABASE_URL connects to db\.example without TLS/u,
  ],
  [{ DATABASE_URL: 'postgres://portal:secret@db.example/portal?sslmode=disable' }, /^DATABASE_URL connects/u],
  [
    { DATABASE_URL: 'postgres://portal:secret@127.0.0.1,db2.example/portal' },
    /^DATABASE_URL connects to db2\.example w/u,
  ],
  [{ DATABASE_SESSION_URL: 'postgres://portal:secret@db.example/portal' }, /^DATABASE_SESSION_URL connects/u],
  [{ SMTP_URL: 'smtp://mail.example:25' }, /^SMTP_URL sends emails to mail\.example:25 without requiring TLS/u],
  [{ BUS_URL: 'nats://portal:secret@bus.example:4222' }, /^BUS_URL connects to bus\.example:4222 without TLS/u],
])('one sentence names the setting and contains no secret: %j', (changes, sentence) => {
  const warnings = warningsOf(changes)
  expect(warnings).toEqual([expect.stringMatching(sentence)])
  expect(warnings.join()).not.toContain('secret')
})
