import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { addSecurityHeaders, pagePermissionsPolicy } from './security-headers.ts'

function answering(type: string, own: Readonly<Record<string, string>> = {}) {
  const app = fastify()
  addSecurityHeaders(app)
  app.get('/*', async (_request, reply) => reply.type(type).headers(own).send('content'))
  return async (url: string) => (await app.inject({ url })).headers
}

const ofAll = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-robots-tag': 'noindex, nofollow',
}

test.each([
  ['text/html; charset=utf-8', '/appliances'],
  // A browser may guess the type of an unknown file. A browser can also open an SVG, which can contain scripts.
  ['image/svg+xml', '/assets/DE-1.svg'],
  ['application/octet-stream', '/assets/unknown'],
  // A service worker uses the content security policy of its own script.
  ['text/javascript; charset=utf-8', '/service-worker.js'],
])('what a browser may show or run says what it may load, use and be framed by: %s', async (type, url) => {
  const headers = await answering(type)(url)
  expect(headers).toMatchObject({ ...ofAll, 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' })
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['permissions-policy']).toContain('camera=(), ')
})

test.each([
  ['application/javascript; charset=utf-8', '/assets/page-1.js'],
  ['text/javascript; charset=utf-8', '/assets/page-1.js'],
  ['text/css; charset=utf-8', '/brand/cedar/theme-1.css'],
  ['font/woff2', '/assets/latin-1.woff2'],
])(
  'a part of the page costs little: it has the headers of every answer, and none of documents: %s',
  async (type, url) => {
    const headers = await answering(type)(url)
    expect(headers).toMatchObject(ofAll)
    for (const name of ['content-security-policy', 'permissions-policy', 'x-frame-options', 'reporting-endpoints'])
      expect(headers).not.toHaveProperty(name)
  },
)

test.each(['application/json; charset=utf-8', 'application/problem+json; charset=utf-8', 'application/manifest+json'])(
  'data loads nothing and is not framed, should a browser show it: %s',
  async (type) => {
    const headers = await answering(type)('/api/2/users/me')
    expect(headers).toMatchObject({ ...ofAll, 'x-frame-options': 'DENY' })
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';object-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    )
    expect(headers).not.toHaveProperty('permissions-policy')
  },
)

test('a document keeps the policy of its own', async () => {
  const own = { 'permissions-policy': pagePermissionsPolicy, 'content-security-policy': "script-src 'nonce-1'" }
  expect(await answering('text/html', own)('/')).toMatchObject(own)
})
