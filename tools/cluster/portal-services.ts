import { join } from 'node:path'
import { nodeFlagsOfRole } from '#server/node-flags.ts'
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

/**
 * Returns the processes of the portal: two each with the roles `api,push`, `partners`, `ingest` and `jobs`. `DEMO=1`
 * permits a webhook endpoint on this machine. Only the processes that check the URLs of webhooks have this setting,
 * because the setting also removes the handover of connections, which the other processes must do as in production.
 */
export function portalServicesOf(product: PortalServiceSettings): ServiceSpec[] {
  const { demo, ports, secrets, database, root, ownSettings } = product
  const shared: Record<string, string> = {
    ...portalEnvironmentOf({ settings: demo, secrets, database }),
    MQTT_PLAIN: '1',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: '3',
    LOG_LEVEL: 'info',
    ...ownSettings,
  }
  return ([1, 2] as const).flatMap((number) =>
    (['portal', 'partners', 'ingest', 'jobs'] as const).map((kind) => {
      const metrics = ports[`${kind}-${number}-metrics`]
      const port = kind === 'jobs' ? metrics : ports[`${kind}-${number}`]
      const isHttp = kind === 'portal' || kind === 'partners'
      const flags = isHttp ? [] : nodeFlagsOfRole(kind)
      return {
        name: `${kind}-${number}`,
        command: [process.execPath, ...flags, join(root, 'server/main.ts')] as const,
        env: {
          ...shared,
          ROLES: kind === 'portal' ? 'api,push' : kind,
          DEMO: kind === 'partners' || kind === 'jobs' ? '1' : '0',
          METRICS_PORT: String(metrics),
          ...(isHttp && { PORT: String(port) }),
          ...(kind === 'ingest' && { MQTT_PORT: String(port) }),
        },
        ready: isHttp ? { kind: 'http', url: `http://127.0.0.1:${port}/readyz` } : { kind: 'tcp', port },
      }
    }),
  )
}

/** Returns the stand-ins for external services that `npm start` also runs. */
export function standInServicesOf({ demo, secrets, database }: PortalServiceSettings): ServiceSpec[] {
  const names = ['identity', 'policies', 'stickers', 'mailbox']
  return serverProcessSpecsOf({ settings: demo, secrets, database })
    .filter(({ name }) => names.includes(name))
    .map(serviceSpecOf)
}
