import { afterAll, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { createMissingTables } from '#stand-ins/identity/store.ts'
import { createTestDatabase } from '#test/database.ts'
import { seedDemo } from './seed.ts'

const database = await createTestDatabase()
afterAll(database.close)

test('the owner of the demo reads who added the appliance, which companies got access, and who viewed it', async () => {
  await createMissingTables(database.pool)
  await seedDemo({
    DATABASE_URL: database.url,
    OIDC_ISSUER: 'http://localhost:8081',
    OIDC_AUDIENCE: 'gateway-portal',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
    SESSION_KEY: randomBytes(32).toString('base64'),
    REGISTRY_KEY: randomBytes(32).toString('base64'),
    POLICIES_URL: 'http://localhost:8082',
    PAGE_DIR: import.meta.dirname,
    MQTT_PLAIN: '1',
  })
  const { rows } = await database.pool.query<{ entry: string }>(
    `select concat_ws(' ', person_name, action) as entry from audit
     where gateway_id in (select gateway_id from contract where company_type = 'ASA') order by at, action`,
  )
  expect(rows.map(({ entry }) => entry)).toEqual([
    'Olivia Berger appliance-claimed',
    'Olivia Berger contract-added',
    'Olivia Berger contract-added',
    'Victor Lang access-given',
    'Victor Lang history-viewed',
    'Victor Lang values-viewed',
  ])
  const receipts = await database.pool.query<{ kind: string }>('select kind from receipt')
  expect(receipts.rows.map(({ kind }) => kind)).toEqual(['given', 'given', 'given'])
})
