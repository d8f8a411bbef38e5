import * as oauth from 'openid-client'

// An example of a third party's program: it signs in with a device code, waits for a fault and prints it. `npm run
// example` runs it with the client of the demo. PORTAL_URL, CLIENT_ID and CLIENT_SECRET select another portal or
// client.

const {
  PORTAL_URL: portal = 'http://localhost:8080',
  CLIENT_ID: clientId = '27b21d9e-0000-4000-8000-000000000002',
  CLIENT_SECRET: secret = 'demo-secret',
} = process.env

type Appliance = { id: string; type: string }
type Fault = { code: string; severity: string; from: string }
type Event = { type: string; data: { applianceId: string; href: string } }

const until = `${new Date().getUTCFullYear() + 1}-12-31`
const wanted = { type: 'appliance', actions: ['read'], datatypes: ['status', 'faults'], history: 'P0M' }

const server = await oauth.discovery(new URL(`${portal}/oauth`), clientId, undefined, oauth.ClientSecretBasic(secret), {
  algorithm: 'oauth2',
  execute: portal.startsWith('http:') ? [oauth.allowInsecureRequests] : [],
})
const device = await oauth.initiateDeviceAuthorization(server, {
  scope: 'offline_access',
  authorization_details: JSON.stringify([{ ...wanted, purpose: 'maintenance', until }]),
})
console.log(`Open ${device.verification_uri}, sign in and enter the code ${device.user_code}.`)
let tokens = await oauth.pollDeviceAuthorizationGrant(server, device)

const { items } = await read<{ items: Appliance[] }>(`${portal}/partner/1/appliances`)
for (const { id, type } of items) console.log(`You share ${type} ${id}.`)

console.log('Waiting for a fault…')
for (let cursor = ''; ;) {
  const page = await read<{ items: Event[]; next: string | null }>(`${portal}/partner/1/events${cursor}`)
  for (const { type, data } of page.items) {
    if (type !== 'appliance.fault_began') continue
    const [fault] = (await read<{ items: Fault[] }>(data.href)).items
    console.log(`${data.applianceId}: ${fault?.severity} ${fault?.code} since ${fault?.from}`)
    process.exit()
  }
  cursor = page.next === null ? '' : `?after=${encodeURIComponent(page.next)}`
  await new Promise((waited) => setTimeout(waited, 2_000))
}

/** Requests a URL with the access token. If the token has expired, gets a new token and tries once more. */
async function read<Answer>(url: string, isRetry = false): Promise<Answer> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  if (answer.ok) return (await answer.json()) as Answer
  if (isRetry || answer.status !== 401) throw new Error(`${answer.status}: ${await answer.text()}`)
  const { refresh_token: refreshToken = '' } = tokens
  tokens = { ...tokens, ...(await oauth.refreshTokenGrant(server, refreshToken)) }
  return read(url, true)
}
