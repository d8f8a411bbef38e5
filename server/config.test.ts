import { expect, test } from 'vitest'
import { SettingError, parseConfig } from './config.ts'

const key = Buffer.alloc(32, 1).toString('base64')

const env = {
  DATABASE_URL: 'postgres://portal@db/portal',
  OIDC_ISSUER: 'https://identity.example',
  OIDC_AUDIENCE: 'gateway-portal',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'secret',
  SESSION_KEY: key,
  REGISTRY_KEY: key,
  POLICIES_URL: 'https://policies.example',
  DEMO: '1',
}

test('the other ports follow from PORT', () => {
  const config = parseConfig({ ...env, PORT: '9000' }, 'cedar')
  expect([config.http.port, config.mqtt.port, config.metrics.port]).toEqual([9000, 9002, 9004])
  expect(config.publicUrl).toBe('http://localhost:9000')
})

test('a deployment maps host names to brands, with BRAND as the default', () => {
  const config = parseConfig({ ...env, BRAND_HOSTS: 'a.example=alder,b.example=birch' }, 'cedar')
  expect(config.brand).toEqual({
    fallback: 'cedar',
    hosts: new Map([
      ['a.example', 'alder'],
      ['b.example', 'birch'],
    ]),
    switchable: true,
  })
})

test('without ROLES a process has all of them', () => {
  expect([...parseConfig(env, 'cedar').roles]).toEqual(['api', 'push', 'ingest', 'jobs'])
  expect([...parseConfig({ ...env, ROLES: 'api,push' }, 'cedar').roles]).toEqual(['api', 'push'])
})

test('the files of exports lie in a folder, or in a bucket', () => {
  expect(parseConfig(env, 'cedar').exportStore).toEqual({ kind: 'file', folder: '.data/exports' })
  const inBucket = parseConfig({ ...env, EXPORT_STORE: 's3:portal/exports?region=eu-central-1' }, 'cedar')
  expect(inBucket.exportStore).toMatchObject({ kind: 's3', bucket: 'portal', prefix: 'exports/' })
})

test.each([
  [{ DATABASE_URL: undefined }, /DATABASE_URL/u],
  [{ SESSION_KEY: 'short' }, /SESSION_KEY.*32 bytes/u],
  [{ PORT: 'http' }, /PORT/u],
  [{ ROLES: 'api,cook' }, /ROLES/u],
  [{ OIDC_CLIENT_AUTH: 'Basic' }, /OIDC_CLIENT_AUTH.*basic or post/u],
  [{ OIDC_PROMPT: 'none' }, /OIDC_PROMPT.*login, consent/u],
  [{ OIDC_PROMPT: 'login,consent' }, /OIDC_PROMPT.*login, consent/u],
  [{ EXPORT_STORE: '/var/exports' }, /EXPORT_STORE.*file:<folder> or s3:/u],
  [{ OIDC_ISSUER: 'identity', POLICIES_URL: '' }, /OIDC_ISSUER.*POLICIES_URL/u],
])('a setting that is missing or wrong is named: %j', (changes, message) => {
  const read = () => parseConfig({ ...env, ...changes }, 'cedar')
  expect(read).toThrow(SettingError)
  expect(read).toThrow(message)
})

test('gateways connect by TLS, save in the demo and where a balancer ends it', () => {
  const real = { ...env, DEMO: '0' }
  expect(() => parseConfig(real, 'cedar')).toThrow(/MQTT_TLS_CERT/u)
  expect(parseConfig({ ...real, MQTT_PLAIN: '1' }, 'cedar').mqtt.tls).toBeNull()
  expect(parseConfig({ ...real, ROLES: 'api' }, 'cedar').mqtt.tls).toBeNull()
  const files = { MQTT_TLS_CERT: 'tls.crt', MQTT_TLS_KEY: 'tls.key' }
  expect(parseConfig({ ...real, ...files }, 'cedar').mqtt.tls).toEqual({ certFile: 'tls.crt', keyFile: 'tls.key' })
})
