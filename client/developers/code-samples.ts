/**
 * The authorization details by which a program asks an owner for data, in JSON. `until` is the last day, YYYY-MM-DD.
 * RFC 9396.
 */
export function authorizationDetailsSample(until: string): string {
  return `[{"type":"appliance","actions":["read"],
  "datatypes":["status","faults","history"],
  "history":"P12M","purpose":"maintenance",
  "until":"${until}"}]`
}

/**
 * Shell commands that get an access token and list the client's test appliances. They set variables that the next
 * samples use: ID, SECRET, TOKEN and APPLIANCE.
 */
export function firstRequestSample(origin: string): string {
  return `ID='your client ID'
SECRET='your client secret'
TOKEN=$(curl -s -u "$ID:$SECRET" -d grant_type=client_credentials ${origin}/oauth/token | jq -r .access_token)
curl -s -H "Authorization: Bearer $TOKEN" ${origin}/partner/1/sandbox/appliances | tee appliances.json | jq .
APPLIANCE=$(jq -r '.items[0].id' appliances.json)`
}

export function faultRequestSample(origin: string): string {
  return `curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"fault":"E104"}' \\
  ${origin}/partner/1/sandbox/appliances/$APPLIANCE/make`
}

/** Shell commands that begin a device flow and print the address that the owner opens. RFC 8628. */
export function deviceRequestSample(origin: string): string {
  return `curl -s -u "$ID:$SECRET" -d scope='openid offline_access' --data-urlencode authorization_details@wanted.json \\
  ${origin}/oauth/device/auth | tee device.json | jq -r .verification_uri_complete`
}

/** Shell commands that get the tokens of a device flow after the owner's answer, and read the shared appliances. */
export function deviceTokenSample(origin: string): string {
  return `curl -s -u "$ID:$SECRET" -d grant_type=urn:ietf:params:oauth:grant-type:device_code \\
  -d device_code=$(jq -r .device_code device.json) ${origin}/oauth/token > tokens.json
curl -s -H "Authorization: Bearer $(jq -r .access_token tokens.json)" ${origin}/partner/1/appliances`
}

/** A shell command that gets a new access token of an owner by the refresh token. */
export function refreshTokenSample(origin: string): string {
  return `curl -s -u "$ID:$SECRET" -d grant_type=refresh_token \\
  -d refresh_token=$(jq -r .refresh_token tokens.json) ${origin}/oauth/token`
}

/** A JavaScript module that verifies a webhook according to Standard Webhooks 1.0. A test runs it. */
export const verifyWebhookSample = `import { createHmac, timingSafeEqual } from 'node:crypto'
export function isGenuine(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest()
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'))
  return given.map((one) => Buffer.from(one.slice(3), 'base64')).some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}`

/** Shell commands that add a webhook endpoint, write its secret to endpoint.json, and send a test webhook to it. */
export function addEndpointSample(origin: string): string {
  return `ENDPOINT=$(curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"url":"http://127.0.0.1:3000/webhook"}' ${origin}/partner/1/endpoints)
echo "$ENDPOINT" > endpoint.json
sleep 3
curl -s -X POST -H "Authorization: Bearer $TOKEN" ${origin}/partner/1/endpoints/$(jq -r .id endpoint.json)/test`
}

/**
 * A Node.js server that answers the challenge of a new endpoint, and prints webhooks. It imports `isGenuine` from
 * verify.mjs. A test runs it.
 */
export const receiveWebhooksSample = `import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { isGenuine } from "./verify.mjs"
createServer(async (request, response) => {
  if (!existsSync("endpoint.json")) return response.writeHead(503).end()
  const body = Buffer.concat(await request.toArray()).toString()
  const { secret } = JSON.parse(readFileSync("endpoint.json", "utf8"))
  if (!isGenuine(secret, request.headers, body)) return response.writeHead(401).end()
  console.log(body)
  response.end(JSON.parse(body).challenge)
}).listen(3000, "127.0.0.1")`
