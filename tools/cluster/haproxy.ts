import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoSettings } from '../../scripts/processes/demo-settings.ts'
import { fillTemplate } from '../fill-template.ts'
import { databaseMembers, type ClusterMachines } from './cluster-machines.ts'
import type { ClusterPorts } from './cluster-ports.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { createPrivateFolder } from './service-user.ts'

type HaproxyOptions = {
  program: string
  folder: string
  demo: Pick<DemoSettings, 'ports'>
  ports: ClusterPorts
  /** The machines of the database servers; undefined if HAProxy does not balance them. */
  database: ClusterMachines | undefined
}

/**
 * The answer of HAProxy if no process of the portal is available. Its `code` is the same as in the portal's own 503.
 */
const awayAnswer = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: application/problem+json',
  'Cache-Control: no-store',
  'Retry-After: 1',
  '',
  '{"type":"about:blank","title":"Service Unavailable","status":503,"code":"unavailable"}',
].join('\r\n')

/**
 * Prepares HAProxy as the balancer for pages, API calls and gateways, and for the primary and the standbys of a
 * database under Patroni.
 */
export async function prepareHaproxyService(options: HaproxyOptions): Promise<ServiceSpec> {
  const { program, folder, demo, ports, database } = options
  const processFolder = await createPrivateFolder(join(folder, 'haproxy'))
  const [away, file] = [join(processFolder, 'away.http'), join(processFolder, 'haproxy.cfg')]
  await writeFile(away, awayAnswer)
  const addresses = databaseMembers.map((member) => [`address-${member}`, database?.addressOf(member) ?? ''])
  const { portal, mqtt } = demo.ports
  const values = { ...ports, ...Object.fromEntries(addresses), portal, mqtt, away }
  const templates = ['haproxy.cfg', ...(database ? ['haproxy-database.cfg'] : [])]
  await writeFile(file, templates.map((name) => fillTemplate(new URL(name, import.meta.url), values)).join(''))
  return {
    name: 'haproxy',
    // With -W, HAProxy runs as a master with workers. At SIGUSR2 the master starts new workers, and the previous
    // workers finish their connections.
    command: [program, '-W', '-f', file],
    ready: { kind: 'tcp', port: demo.ports.portal },
  }
}
