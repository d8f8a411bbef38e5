import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import * as oauth from 'openid-client'
import { demoClients } from '../../../scripts/demo/programs.ts'
import { runToEnd } from '../../run-to-end.ts'
import { startDemoOfTrial } from '../start-demo.ts'
import { installFromNpm } from '../npm-package.ts'
import type { DemoOwner } from '../demo-owner.ts'
import { shareByDeviceCode } from '../share-by-device-code.ts'
import type { Trial } from '../trial.ts'
import { type OpenApiDocument, addOpenApiExamples } from './openapi-examples.ts'
import { registerWebhookEndpoints } from './webhook-endpoints.ts'

const packages = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3', 'dredd@14.1.0']

/**
 * Tests the OpenAPI description of the partner API with Redocly and Spectral, and sends all described calls with
 * Dredd.
 */
export async function runOpenApiTrial(trial: Trial): Promise<void> {
  const { folder, printPassed } = trial
  const programs = await installFromNpm(join(folder, 'openapi-tools'), packages)
  const { portalUrl, owner } = await startDemoOfTrial(trial, 'openapi')
  const work = join(folder, 'openapi-files')
  await mkdir(work, { recursive: true })
  const document = (await (await fetch(`${portalUrl}/partner/1/openapi.json`)).json()) as OpenApiDocument
  const path = join(work, 'openapi.json')
  // Replaces the URL of the portal, because the linters reject the address of this machine.
  await writeFile(path, JSON.stringify(document, null, 2).replaceAll(portalUrl, 'https://portal.example'))
  const ruleset = join(work, 'spectral.json')
  await writeFile(ruleset, '{ "extends": ["spectral:oas"] }')

  await runToEnd(join(programs, 'redocly'), ['lint', '--extends=recommended-strict', path])
  printPassed('Redocly finds nothing in the description of the partner API')
  await runToEnd(join(programs, 'spectral'), ['lint', '--ruleset', ruleset, '--fail-severity', 'hint', path])
  printPassed('Spectral finds nothing')

  const access = await signInExample(portalUrl, owner)
  const webhooks = await registerWebhookEndpoints(trial, { portalUrl, token: access.ofClient })
  const openApiDocument = await addOpenApiExamples(document, { portalUrl, token: access.ofGrant, webhooks })
  await writeFile(path, JSON.stringify(openApiDocument))
  const hooks = join(import.meta.dirname, 'dredd-hooks.cjs')
  const args = [path, portalUrl, '--loglevel', 'warning', '--no-color', '--hookfiles', hooks]
  const printed = await runToEnd(join(programs, 'dredd'), args, {
    env: { TOKEN_OF_GRANT: access.ofGrant, TOKEN_OF_CLIENT: access.ofClient },
  })
  const [, passing = '0'] = /complete: (\d+) passing, 0 failing, 0 errors/u.exec(printed) ?? []
  expect(Number(passing), printed).toBe(Object.values(document.paths).flatMap((one) => Object.keys(one)).length)
  printPassed(`Dredd replays all ${passing} calls`)
}

/**
 * Gets the tokens of the example program: `ofGrant` by a grant for the test appliances, `ofClient` by client
 * credentials.
 */
async function signInExample(portalUrl: string, owner: DemoOwner): Promise<{ ofGrant: string; ofClient: string }> {
  const until = `${new Date().getUTCFullYear() + 1}-12-31`
  const datatypes = ['status', 'faults', 'history', 'settings']
  const detail = { type: 'appliance', actions: ['read'], datatypes, history: 'P1M', purpose: 'other', until }
  const asked = { authorization_details: JSON.stringify([detail]) }
  const { server, device } = await shareByDeviceCode({ portalUrl, owner }, demoClients.example, asked)
  const [ofGrant, ofClient] = [
    await oauth.pollDeviceAuthorizationGrant(server, device),
    await oauth.clientCredentialsGrant(server),
  ]
  return { ofGrant: ofGrant.access_token, ofClient: ofClient.access_token }
}
