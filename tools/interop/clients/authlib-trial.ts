import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from '@playwright/test'
import { unpackDebianPrograms } from '../debian-programs.ts'
import type { DemoOwner } from '../demo-owner.ts'
import type { Trial } from '../trial.ts'
import type { SandboxClient } from './sandbox-client.ts'

/**
 * Tests the Authlib of Debian: signs in with an authorization code and PKCE, checks the ID token, renews the tokens
 * and revokes them.
 */
export async function runAuthlibTrial(
  trial: Trial,
  { portalUrl, owner, program }: { portalUrl: string; owner: DemoOwner; program: SandboxClient },
): Promise<void> {
  const { env } = await unpackDebianPrograms(trial, 'authlib', ['python3-authlib', 'python3-requests'])
  const script = join(import.meta.dirname, 'sign_in.py')
  const child = spawn('python3', [script, portalUrl, program.id, program.secret, program.redirectUri], {
    // Without this variable, Authlib rejects URLs with http.
    env: { ...process.env, ...env, AUTHLIB_INSECURE_TRANSPORT: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  trial.runAtEnd(async () => child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const address = String((await lines.next()).value)
  const { shared, callback } = await owner.shareWith(address)
  child.stdin.end(`${callback}\n`)
  const seen = JSON.parse(String((await lines.next()).value)) as object
  expect(seen).toEqual({ appliances: shared.length, owners_api: 401, renewed: 200, revoked: 401 })
  expect(await ended).toEqual([0, null])
  trial.printPassed(
    `Authlib signs in, verifies the ID token, reads ${shared.length} appliances but not the owner's API, renews and revokes`,
  )
}
