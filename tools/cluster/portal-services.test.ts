import { expect, test } from 'vitest'
import { readDemoSettings } from '../../scripts/processes/demo-settings.ts'
import { clusterPortsFrom } from './cluster-ports.ts'
import { portalServicesOf, repositoryRoot } from './portal-services.ts'

const keys = { sessionKey: '', registryKey: '', receiptKey: '', clientSecret: '' }
const secrets = { ...keys, vapid: { publicKey: '', privateKey: '' } }
const url = 'postgres://portal@db/portal'

test('the processes with connections to hand over do not have the setting DEMO', () => {
  const services = portalServicesOf({
    demo: readDemoSettings({}),
    ports: clusterPortsFrom(9_000),
    secrets,
    database: { url, sessionUrl: url, hostUrl: url },
    root: repositoryRoot,
    ownSettings: {},
  })
  const demo = services.flatMap(({ env }) => (env?.['DEMO'] === '1' ? [env['ROLES']] : []))
  expect(demo).toEqual(['partners', 'jobs', 'partners', 'jobs'])
})
