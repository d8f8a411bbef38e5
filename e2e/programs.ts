import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import type { PersonApi } from './people.ts'

const run = promisify(execFile)

const detail = {
  type: 'appliance',
  actions: ['read'],
  datatypes: ['status', 'faults'],
  history: 'P0M',
  purpose: 'maintenance',
  until: `${new Date().getUTCFullYear() + 1}-05-01`,
}

export type TestProgram = { id: string; secret: string; name: string }
export type DeviceConsentRequest = { address: string; userCode: string; deviceCode: string }

/** Registers a program, requests its approval for a company, and approves it as the operator. */
export async function createApprovedProgram(api: PersonApi, baseURL: string | undefined): Promise<TestProgram> {
  const name = `Warm Advice ${randomUUID().slice(0, 8)}`
  const response = await api('POST', '/api/2/programs', {
    name,
    contactEmail: 'developer@example.com',
    clientType: 'confidential',
    redirectUris: ['https://partner.example/callback'],
    acceptedTerms: '1',
    isGatekeeper: false,
  })
  expect(response.ok(), await response.text()).toBe(true)
  const { program, clientSecret } = (await response.json()) as { program: { id: string }; clientSecret: string }
  const company = { name: 'Warm Advice GmbH', registerNumber: 'FN 123456 a', country: 'AT' }
  expect((await api('PUT', `/api/2/programs/${program.id}/approval`, company)).ok()).toBe(true)
  const port = new URL(baseURL ?? '').port
  const env = { ...process.env, PORT: port, DATA_DIR: `.data/e2e-${port}` }
  await run(process.execPath, ['scripts/portal.ts', 'partner', 'approve', program.id], { env })
  return { id: program.id, secret: clientSecret, name }
}

/** Requests consent for data by the device flow, as a program without a browser does. RFC 8628. */
export async function requestConsent(
  page: Page,
  program: TestProgram,
  change: Partial<typeof detail> = {},
): Promise<DeviceConsentRequest> {
  const answer = await page.request.post('/oauth/device/auth', {
    headers: basicAuthorizationOf(program),
    form: { scope: 'openid offline_access', authorization_details: JSON.stringify([{ ...detail, ...change }]) },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const {
    verification_uri: address,
    user_code: userCode,
    device_code: deviceCode,
  } = (await answer.json()) as Record<'verification_uri' | 'user_code' | 'device_code', string>
  return { address, userCode, deviceCode }
}

export function basicAuthorizationOf({ id, secret }: TestProgram): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
}
