import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { createTestDatabase } from '#test/database.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { toClientMetadata } from '#server/partners/authorization/client-metadata.ts'
import { findPartnerClient, readTestAppliances } from '#server/partners/store.ts'
import { demoClients, seedDemoPrograms } from './programs.ts'

const database = await createTestDatabase()
afterAll(database.close)

test('the demo has an approved public client for the bridge, and an example in the sandbox with its test appliances', async () => {
  const developerId = await createPersonDirectory(database).personIdOf({
    issuer: 'https://identity.example',
    subject: 'olivia',
  })
  await inTransaction(database.pool, async (transaction) => seedDemoPrograms(transaction, developerId))
  const { bridge, example } = demoClients
  const read = async (id: string) => findPartnerClient(database.pool, id)
  const [ofBridge, ofExample] = [await read(bridge.id), await read(example.id)]
  expect(ofBridge).toMatchObject({ name: bridge.name, state: 'approved', companyName: expect.any(String) })
  expect(ofBridge && toClientMetadata(ofBridge)).toMatchObject({ token_endpoint_auth_method: 'none' })
  expect(ofExample).toMatchObject({ name: example.name, state: 'sandbox', developerId })
  expect(await readTestAppliances(database.pool, [example.id])).toHaveLength(3)
})
