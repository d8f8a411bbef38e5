import { findFreePorts } from '../../../scripts/free-ports.ts'
import { startDemoOfTrial } from '../start-demo.ts'
import type { Trial } from '../trial.ts'
import { runApacheTrial } from './apache-trial.ts'
import { runAuthlibTrial } from './authlib-trial.ts'
import { registerSandboxClient } from './sandbox-client.ts'
import { runReceiptTrial } from './receipt-trial.ts'

/** Tests the authorization server with independent clients, and a receipt with an independent verifier. */
export async function runClientsTrial(trial: Trial): Promise<void> {
  const { portalUrl, owner } = await startDemoOfTrial(trial, 'clients')
  const program = await registerSandboxClient(owner, `http://127.0.0.1:${await findFreePorts(1)}/callback`)
  await runAuthlibTrial(trial, { portalUrl, owner, program })
  await runApacheTrial(trial, { portalUrl, owner, program })
  await runReceiptTrial(trial, { portalUrl, owner })
}
