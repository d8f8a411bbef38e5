import { createHash } from 'node:crypto'
import type { Transaction } from '#server/database/transaction.ts'
import { insertDefaultTestAppliances } from '#server/partners/programs/register-program.ts'
import { demoEmails } from './people.ts'
import { insertProgram } from './store.ts'

/** The clients of third parties in the demo. Specification 18.2. */
export const demoClients = {
  bridge: { id: '27b21d9e-0000-4000-8000-000000000001', name: 'Home automation', secret: null },
  example: { id: '27b21d9e-0000-4000-8000-000000000002', name: 'Example program', secret: 'demo-secret' },
} as const

/**
 * Inserts two programs that the owner of the demo develops: the bridge, an approved public client, and the example in
 * the sandbox.
 */
export async function seedDemoPrograms(transaction: Transaction, developerId: string): Promise<void> {
  const { bridge, example } = demoClients
  const always = { developerId, contactEmail: demoEmails.owner }
  const company = { companyName: 'Home Automation Demo GmbH', registerNumber: 'HRB 123456', country: 'DE' }
  await insertProgram(transaction, { ...always, ...bridge, ...company, state: 'approved', secretDigest: null })
  const secretDigest = createHash('sha256').update(example.secret).digest()
  const none = { companyName: null, registerNumber: null, country: null }
  await insertProgram(transaction, { ...always, ...example, ...none, state: 'sandbox', secretDigest })
  await insertDefaultTestAppliances(transaction, example.id, new Date())
}
