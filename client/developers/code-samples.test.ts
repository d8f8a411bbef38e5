import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applianceAuthorizationDetail } from '#contract/appliance-authorization-detail.ts'
import {
  addEndpointSample,
  authorizationDetailsSample,
  deviceRequestSample,
  deviceTokenSample,
  faultRequestSample,
  firstRequestSample,
  receiveWebhooksSample,
  refreshTokenSample,
  verifyWebhookSample,
} from './code-samples.ts'

type Verify = { isGenuine(secret: string, headers: Record<string, string>, body: string): boolean }

const { isGenuine } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(verifyWebhookSample)}`
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

test('the example of what a program asks for has every field, each valid', () => {
  const [wanted] = JSON.parse(authorizationDetailsSample('2027-11-28')) as unknown[]
  expect(applianceAuthorizationDetail.parse(wanted)).toEqual(wanted)
})

test.each([
  firstRequestSample,
  faultRequestSample,
  deviceRequestSample,
  deviceTokenSample,
  refreshTokenSample,
  addEndpointSample,
])('the shell example %# also runs in zsh, which expands brackets and has no comments', (sample) => {
  const withoutQuotedTexts = sample('https://portal.example').replaceAll(/'[^']*'|"[^"]*"/gu, '')
  expect(withoutQuotedTexts).not.toMatch(/[[\]#?*]/u)
})

test('the example has at most ten lines', () => {
  expect(verifyWebhookSample.split('\n').length).toBeLessThanOrEqual(10)
})

test('the example of a server answers the challenge, and refuses a forged one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
  // Port 0 makes the system choose a free port. The sample prints that port.
  const server = receiveWebhooksSample.replace(
    '.listen(3000, "127.0.0.1")',
    '.listen(0, "127.0.0.1", function () { console.log(this.address().port) })',
  )
  writeFileSync(join(folder, 'verify.mjs'), verifyWebhookSample)
  writeFileSync(join(folder, 'receive.mjs'), server)
  const running = spawn(process.execPath, ['receive.mjs'], { cwd: folder })
  try {
    const port = await new Promise<number>((resolve) => running.stdout.once('data', (text) => resolve(Number(text))))
    const challenge = '{"type":"endpoint.challenge","challenge":"abc"}'
    const headers = headersAt(Math.floor(Date.now() / 1000), challenge)
    const send = async (text: string) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })
    expect((await send(challenge)).status).toBe(503)
    writeFileSync(join(folder, 'endpoint.json'), JSON.stringify({ secret }))
    const answer = await send(challenge)
    expect([answer.status, await answer.text()]).toEqual([200, 'abc'])
    expect((await send('{"challenge":"abcd"}')).status).toBe(401)
  } finally {
    running.kill()
    rmSync(folder, { recursive: true })
  }
})
