import { findFreePorts } from '../../../scripts/free-ports.ts'
import { startDemoOfTrial } from '../start-demo.ts'
import { signInDemoOwner } from '../demo-owner.ts'
import type { Trial } from '../trial.ts'
import { tryApache } from './try-apache.ts'
import { tryAuthlib } from './try-authlib.ts'
import { registerSandboxClient } from './sandbox-client.ts'
import { tryReceipt } from './try-receipt.ts'

/** Tests the authorization server with independent clients, and a receipt with an independent verifier. */
export async function tryClients(trial: Trial): Promise<void> {
  const { portalUrl } = await startDemoOfTrial(trial, 'clients')
  const owner = await signInDemoOwner(trial, portalUrl)
  const program = await registerSandboxClient(owner, `http://127.0.0.1:${await findFreePorts(1)}/callback`)
  await tryAuthlib(trial, { portalUrl, owner, program })
  await tryApache(trial, { portalUrl, owner, program })
  await tryReceipt(trial, { portalUrl, owner })
}
