import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { addFailureHandler } from '#server/http/answer-failures.ts'
import { addWellKnownFiles } from './well-known.ts'

const now = Date.parse('2026-03-01T00:00:00Z')

function serve(securityContact: string | null) {
  const app = fastify()
  app.decorate('sessionOf', () => null)
  addFailureHandler(app)
  addWellKnownFiles(app, { publicUrl: 'https://portal.example', securityContact, clock: { now: () => now } })
  return app
}

test('security.txt has the contact of the operator and its expiry', async () => {
  const answer = await serve('mailto:security@operator.example').inject('/.well-known/security.txt')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body.split('\n')).toEqual([
    'Contact: mailto:security@operator.example',
    'Expires: 2026-05-30T00:00:00.000Z',
    'Preferred-Languages: en, de',
    'Canonical: https://portal.example/.well-known/security.txt',
    '',
  ])
})

test('without a contact there is no security.txt', async () => {
  expect((await serve(null).inject('/.well-known/security.txt')).statusCode).toBe(404)
})

test('robots.txt keeps search engines away from personal pages', async () => {
  const { body } = await serve(null).inject('/robots.txt')
  expect(body).toContain('\nDisallow: /\n')
  expect(body).not.toMatch(/Allow: \/(appliances|account|api)/u)
})
