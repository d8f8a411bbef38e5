import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { partnerApi } from '#contract/partner-api.ts'
import { pagePaths } from '#contract/pages.ts'

// The balancers send to the role `partners` what only it serves, and nothing else. docs/how-to/reverse-proxy.md.

const root = join(import.meta.dirname, '../..')
const nginx = await readFile(join(import.meta.dirname, 'portal.conf'), 'utf8')
const haproxy = await readFile(join(root, 'tools/cluster/haproxy.cfg'), 'utf8')

const [, pattern = ''] = /location ~ (\S+) \{\n {4}proxy_pass http:\/\/partners;/u.exec(nginx) ?? []

test.each([
  ...Object.values(partnerApi).map(({ path }) => path),
  '/partner/1/openapi.json',
  '/oauth/authorize',
  '/oauth/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/oauth',
  '/.well-known/oauth-protected-resource/partner/1',
])('nginx sends %s to partners', (path) => {
  expect(path).toMatch(new RegExp(pattern, 'u'))
})

test.each([...pagePaths, '/.well-known/jwks.json', '/api/2/connections', '/partners', '/oauthx'])(
  'nginx sends %s to push',
  (path) => {
    expect(path).not.toMatch(new RegExp(pattern, 'u'))
  },
)

test('HAProxy has the same paths', () => {
  expect(haproxy).toContain(`path_reg ${pattern}\n`)
})

test('nginx passes on server-sent events at once, and waits longer than the pause between their comments', () => {
  const [, events = ''] = /location = \/partner\/1\/events \{(.*?)\}/su.exec(nginx) ?? []
  expect(events).toContain('proxy_buffering off;')
  expect(Number(/proxy_read_timeout (\d+)s;/u.exec(events)?.[1])).toBeGreaterThan(15)
})
