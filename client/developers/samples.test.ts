import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyWebhook } from './samples.ts'

type Verify = { isGenuine(secret: string, headers: Record<string, string>, body: string): boolean }

const { isGenuine } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(verifyWebhook)}`
)) as Verify

const key = Buffer.alloc(32, 7)
const secret = `whsec_${key.toString('base64')}`
const body = '{"type":"appliance.fault_began"}'

function headersAt(at: number, signed = body): Record<string, string> {
  const signature = createHmac('sha256', key).update(`msg_1.${at}.${signed}`).digest('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at), 'webhook-signature': `v1a,other v1,${signature}` }
}

test('the example verifies a webhook, and refuses another body and an old one', () => {
  const now = Math.floor(Date.now() / 1000)
  expect(isGenuine(secret, headersAt(now), body)).toBe(true)
  expect(isGenuine(secret, headersAt(now, '{}'), body)).toBe(false)
  expect(isGenuine(secret, headersAt(now - 600), body)).toBe(false)
  expect(isGenuine(secret, {}, body)).toBe(false)
})

test('the example has at most ten lines', () => {
  expect(verifyWebhook.split('\n').length).toBeLessThanOrEqual(10)
})
