import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFlagsOfRole } from '#server/node-flags.ts'
import type { ProcessSpec } from '../../scripts/processes/process-spec.ts'
import { portalEnvironmentOf, serverProcessSpecsOf } from '../../scripts/processes/process-specs.ts'
import type { DemoSecrets } from '../../scripts/processes/demo-secrets.ts'
import type { DemoSettings } from '../../scripts/processes/demo-settings.ts'
import type { ClusterPorts } from './cluster-ports.ts'
import { type ServiceSpec, serviceSpecOf } from '../../scripts/processes/service-spec.ts'

/** The root folder of this release. */
export const repositoryRoot = join(import.meta.dirname, '../..')

/** The settings of the portal in a cluster. docs/reference/settings.md. */
export type PortalServiceSettings = {
  demo: DemoSettings
  ports: ClusterPorts
  secrets: DemoSecrets
  database: { url: string; sessionUrl: string; hostUrl: string }
  /** The root folder of the release that the processes run. */
  root: string
  /** Settings that replace those of the demo. */
  ownSettings: Readonly<Record<string, string>>
}

type PortalProcess = {
  name: string
  roles: string
  memoryFlags: readonly string[]
  env: Record<string, string>
  ready: ProcessSpec['ready']
}

/** Returns the processes of the portal: two each with the roles `api,push`, `partners`, `ingest` and `jobs`. */
export function portalServicesOf({
  demo,
  ports,
  secrets,
  database,
  root,
  ownSettings,
}: PortalServiceSettings): ServiceSpec[] {
  const shared: Record<string, string> = {
    ...portalEnvironmentOf({ settings: demo, secrets, database }),
    DEMO: '0',
    MQTT_PLAIN: '1',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: '3',
    LOG_LEVEL: 'info',
    ...ownSettings,
  }
  return ([1, 2] as const)
    .flatMap((number) => portalProcesses(ports, number, partnerRoleOf(root)))
    .map(({ name, roles, memoryFlags: flags, env, ready }) => ({
      name,
      command: [process.execPath, ...flags, join(root, 'server/main.ts')],
      env: { ...shared, ...env, ROLES: roles },
      user: undefined,
      ready,
    }))
}

/**
 * Returns the role of the processes for third parties: `partners`, or `api` if the release in `root` does not have the
 * role `partners`.
 */
function partnerRoleOf(root: string): string {
  return readFileSync(join(root, 'server/environment.ts'), 'utf8').includes("'partners'") ? 'partners' : 'api'
}

function portalProcesses(ports: ClusterPorts, number: 1 | 2, partnerRole: string): PortalProcess[] {
  const portal = ports[`portal-${number}`]
  const partners = ports[`partners-${number}`]
  const mqtt = ports[`ingest-${number}`]
  const jobs = ports[`jobs-${number}-metrics`]
  return [
    {
      name: `portal-${number}`,
      roles: 'api,push',
      memoryFlags: [],
      env: { PORT: String(portal), METRICS_PORT: String(ports[`portal-${number}-metrics`]) },
      ready: { kind: 'http', url: `http://127.0.0.1:${portal}/readyz` },
    },
    {
      name: `partners-${number}`,
      roles: partnerRole,
      memoryFlags: [],
      env: { PORT: String(partners), METRICS_PORT: String(ports[`partners-${number}-metrics`]) },
      ready: { kind: 'http', url: `http://127.0.0.1:${partners}/readyz` },
    },
    {
      name: `ingest-${number}`,
      roles: 'ingest',
      memoryFlags: nodeFlagsOfRole('ingest'),
      env: { MQTT_PORT: String(mqtt), METRICS_PORT: String(ports[`ingest-${number}-metrics`]) },
      ready: { kind: 'tcp', port: mqtt },
    },
    {
      name: `jobs-${number}`,
      roles: 'jobs',
      memoryFlags: nodeFlagsOfRole('jobs'),
      env: { METRICS_PORT: String(jobs) },
      ready: { kind: 'tcp', port: jobs },
    },
  ]
}

/** Returns the stand-ins for external services that `npm start` also runs. */
export function standInServicesOf({ demo, secrets, database }: PortalServiceSettings): ServiceSpec[] {
  const names = ['identity', 'policies', 'stickers', 'mailbox']
  return serverProcessSpecsOf({ settings: demo, secrets, database })
    .filter(({ name }) => names.includes(name))
    .map(serviceSpecOf)
}
