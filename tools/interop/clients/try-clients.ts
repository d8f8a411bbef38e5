import { findFreePorts } from '../../../scripts/free-ports.ts'
import { startDemoOfTrial } from '../start-demo.ts'
import { signInDemoOwner } from '../demo-owner.ts'
import type { Trial } from '../trial.ts'
import { runApacheTrial } from './try-apache.ts'
import { runAuthlibTrial } from './try-authlib.ts'
import { registerSandboxClient } from './sandbox-client.ts'
import { runReceiptTrial } from './try-receipt.ts'

/** Tests the authorization server with independent clients, and a receipt with an independent verifier. */
export async function tryClients(trial: Trial): Promise<void> {
  const { portalUrl } = await startDemoOfTrial(trial, 'clients')
  const owner = await signInDemoOwner(trial, portalUrl)
  const program = await registerSandboxClient(owner, `http://127.0.0.1:${await findFreePorts(1)}/callback`)
  await runAuthlibTrial(trial, { portalUrl, owner, program })
  await runApacheTrial(trial, { portalUrl, owner, program })
  await runReceiptTrial(trial, { portalUrl, owner })
}
