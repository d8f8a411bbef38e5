import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { SignJWT } from 'jose'
import { expect, test } from './fixtures.ts'
import { findAccessibilityViolations, findColourContrastViolations } from './accessibility-violations.ts'

// Specification 27.8: a developer registers a program, tries it in the sandbox, and asks for approval.

const run = promisify(execFile)

test('a developer registers a program, reads a test appliance, and gets the approval', async ({
  page,
  signIn,
  baseURL,
}) => {
  await signIn(page, 'ada')
  await page.goto('/developers')
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible()
  const { id, secret } = await register(page, 'Warm Advice')

  const token = await tokenOf(page, id, secret)
  const authorization = { authorization: `Bearer ${token}` }
  const response = await page.request.get('/partner/1/sandbox/appliances', { headers: authorization })
  const { items } = (await response.json()) as { items: { id: string; name: string }[] }
  expect(items.map(({ name }) => name)).toEqual(['Test boiler', 'Test heat pump', 'Test hybrid'])

  const device = await page.request.post('/oauth/device/auth', {
    headers: basic(id, secret),
    form: { scope: 'openid offline_access' },
  })
  const { verification_uri_complete: address, device_code: code } = (await device.json()) as Record<string, string>
  await page.goto(address ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Share data' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Test boiler' }).click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.waitForURL(/\/oauth\/device/u)
  const granted = await page.request.post('/oauth/token', {
    headers: basic(id, secret),
    form: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: code ?? '' },
  })
  const { access_token: grant } = (await granted.json()) as Record<string, string>
  const shared = await page.request.get('/partner/1/appliances', { headers: { authorization: `Bearer ${grant}` } })
  expect(await shared.json()).toMatchObject({ items: [{ id: items[0]?.id, isTest: true, status: 'WORKING' }] })
  await page.goto('/developers')
  const program = page.getByRole('article', { name: 'Warm Advice' })
  await program.getByText('Test appliances', { exact: true }).click()
  await program.getByRole('button', { name: 'End' }).click()
  await expect(program.getByText('You share none of them with the program.')).toBeFocused()
  const ended = await page.request.get('/partner/1/appliances', { headers: { authorization: `Bearer ${grant}` } })
  expect(ended.status()).toBe(401)
  await expect(async () => {
    const events = await page.request.get('/partner/1/events?all=true', { headers: authorization })
    expect(await events.json()).toMatchObject({ items: [{ type: 'grant.ended' }] })
  }).toPass()

  const added = await page.request.post('/partner/1/endpoints', {
    headers: authorization,
    data: { url: 'http://127.0.0.1:9/hook' },
  })
  expect(added.status()).toBe(201)
  await program.getByText('Webhook deliveries', { exact: true }).click()
  await expect(program.getByRole('list', { name: 'Webhook deliveries' })).toContainText('endpoint.challenge')
  // The first pause after a failed try is 5 seconds.
  await expect(async () => {
    await program.getByRole('button', { name: 'Refresh' }).click()
    await program.getByText('Earlier tries', { exact: true }).click({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(program.getByText(/Z: no answer$/u).first()).toBeVisible()
  await program.getByText('Redirect URI', { exact: true }).first().click()
  await program.getByLabel('Redirect URI').last().fill('https://partner.example/callback')
  await program.getByRole('button', { name: 'Save' }).click()
  await expect(program.getByText('Saved', { exact: true })).toBeVisible()
  await program.getByText('Approval', { exact: true }).click()
  await program.getByLabel('Company').fill('Warm Advice GmbH')
  await program.getByLabel('Number in the commercial register').fill('FN 123456 a')
  await program.getByRole('button', { name: 'Request approval' }).click()
  await expect(program.getByText('Waits for the operator')).toBeVisible()
  await operate(baseURL, 'approve', id)
  await page.reload()
  await expect(program.getByText('Approved')).toBeVisible()

  await program.getByText('Delete', { exact: true }).click()
  await program.getByRole('button', { name: 'Delete the program' }).click()
  await program.getByRole('button', { name: 'Yes, delete it' }).click()
  await expect(program).toHaveCount(0)
})

test('a program has public keys instead of a secret, and its developer changes them', async ({ page, signIn }) => {
  await signIn(page, 'ada')
  await page.goto('/developers')
  await page.getByLabel('Name').fill('Keyed Advice')
  await page.getByLabel('Redirect URI').fill('http://127.0.0.1:3000/callback')
  await page.getByLabel('Contact email').fill('developer@example.com')
  await page.getByLabel('Kind of program').selectOption('On a server, which signs with its own keys')
  const [first, second] = [keyPair(), keyPair()]
  const submit = page.getByRole('button', { name: 'Register a program' })
  await page.getByLabel('Public keys').fill(JSON.stringify({ keys: [first.privateKey.export({ format: 'jwk' })] }))
  await submit.click()
  await expect(page.getByText('That is a private key.')).toBeVisible()
  await page.getByLabel('Public keys').fill(keySet(first))
  await submit.click()
  await expect(page.getByText('This program has no secret.')).toBeVisible()
  const id = await page.getByLabel('Client ID').inputValue()
  expect(await statusBy(page, id, first)).toBe(200)

  const program = page.getByRole('article', { name: 'Keyed Advice' })
  await program.getByText('Public keys', { exact: true }).first().click()
  const form = program.getByRole('form', { name: 'Public keys' })
  await form.getByRole('textbox', { name: 'Public keys' }).fill(keySet(second))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => statusBy(page, id, first)).toBe(401)
  expect(await statusBy(page, id, second)).toBe(200)
  await program.getByText('Delete', { exact: true }).click()
  await program.getByRole('button', { name: 'Delete the program' }).click()
  await program.getByRole('button', { name: 'Yes, delete it' }).click()
  await expect(program).toHaveCount(0)
})

type KeyPair = ReturnType<typeof keyPair>

function keyPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function keySet({ publicKey }: KeyPair): string {
  return JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }, null, 2)
}

/** Authenticates at the token endpoint by private_key_jwt, and returns the status of the answer. */
async function statusBy(page: Page, id: string, { privateKey }: KeyPair): Promise<number> {
  const { issuer } = (await (await page.request.get('/.well-known/oauth-authorization-server')).json()) as {
    issuer: string
  }
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(issuer)
    .setExpirationTime('1 minute')
    .sign(privateKey)
  const form = {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }
  return (await page.request.post('/oauth/token', { form })).status()
}

test('a registration names what is wrong, and shows no secret', async ({ page, signIn }) => {
  await signIn(page, 'ada')
  await page.goto('/developers')
  await page.getByLabel('Name').fill('<script>alert(1)</script>')
  await page.getByLabel('Redirect URI').fill('http://localhost.evil.example/callback')
  await page.getByRole('button', { name: 'Register a program' }).click()
  await expect(page.getByText('Only letters, digits, spaces and the usual punctuation')).toBeVisible()
  await expect(page.getByText(/only in the sandbox also http on 127.0.0.1/u)).toBeVisible()
  await expect(page.getByLabel('Client secret')).toHaveCount(0)
})

test('the page meets WCAG in both schemes, and breaks no security policy', async ({ page, signIn }) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'ada')
  await page.goto('/developers')
  await register(page, 'Warm Advice')
  for (const summary of await page.locator('summary').all()) await summary.click()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findColourContrastViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(messages.filter((text) => text.includes('Content Security Policy'))).toEqual([])
  await page.getByRole('button', { name: 'Delete the program' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Delete the program' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete the program' }).click()
  await page.getByRole('button', { name: 'Yes, delete it' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText('You have no program yet.')).toBeVisible()
})

async function register(page: Page, name: string): Promise<{ id: string; secret: string }> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Redirect URI').fill('http://127.0.0.1:3000/callback')
  await page.getByLabel('Contact email').fill('developer@example.com')
  await page.getByRole('button', { name: 'Register a program' }).click()
  await expect(page.getByText('The secret is shown only now.')).toBeVisible()
  return {
    id: await page.getByLabel('Client ID').inputValue(),
    secret: await page.getByLabel('Client secret').inputValue(),
  }
}

async function tokenOf(page: Page, id: string, secret: string): Promise<string> {
  const form = { grant_type: 'client_credentials' }
  const answer = await page.request.post('/oauth/token', { headers: basic(id, secret), form })
  return ((await answer.json()) as { access_token: string }).access_token
}

function basic(id: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
}

/** Runs the operator's command about a program, in the demo that these tests use. */
async function operate(baseURL: string | undefined, decision: string, id: string): Promise<void> {
  const port = new URL(baseURL ?? '').port
  const env = { ...process.env, PORT: port, DATA_DIR: `.data/e2e-${port}` }
  await run(process.execPath, ['scripts/portal.ts', 'partner', decision, id], { env })
}
