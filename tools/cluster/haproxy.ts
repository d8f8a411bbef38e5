import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoSettings } from '../../scripts/processes/demo-settings.ts'
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
 * Prepares HAProxy as the balancer for pages, API calls and gateways, and for the primary and the standbys of a
 * database under Patroni.
 */
export async function prepareHaproxyService(options: HaproxyOptions): Promise<ServiceSpec> {
  const { program, folder, demo } = options
  const processFolder = await createPrivateFolder(join(folder, 'haproxy'), undefined)
  const away = join(processFolder, 'away.http')
  await writeFile(away, awayAnswer)
  const file = join(processFolder, 'haproxy.cfg')
  await writeFile(file, settingsOf(options, away))
  return {
    name: 'haproxy',
    // With -W, HAProxy runs as a master with workers. At SIGUSR2 the master starts new workers, and the previous
    // workers finish their connections.
    command: [program, '-W', '-f', file],
    env: {},
    user: undefined,
    ready: { kind: 'tcp', port: demo.ports.portal },
  }
}

/** The answer of HAProxy if no process of the portal is available. It is equal to the portal's own 503. */
const awayAnswer = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: application/problem+json',
  'Cache-Control: no-store',
  'Retry-After: 1',
  '',
  '{"type":"about:blank","title":"Service Unavailable","status":503,"code":"unavailable"}',
].join('\r\n')

function settingsOf({ demo, ports, database }: HaproxyOptions, away: string): string {
  return `global
  maxconn 4000
  hard-stop-after 60s
defaults
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
  retries 3
  option redispatch 1
  default-server inter 1s fastinter 300ms fall 2 rise 1

frontend http
  mode http
  bind 127.0.0.1:${demo.ports.portal}
  option forwardfor
  http-request set-header X-Forwarded-Proto http
  acl is-for-partners path_reg ^/(oauth|partner|\\.well-known/oauth-[a-z-]+)(/|$)
${[502, 503, 504].map((status) => `  errorfile ${status} ${away}`).join('\n')}
  use_backend partners if is-for-partners
  default_backend portal
${httpBackend('portal', ports, away)}
# Streams of server-sent events have a comment every 15 s, which is often enough for the timeouts.
${httpBackend('partners', ports, away)}

listen mqtt
  mode tcp
  bind 127.0.0.1:${demo.ports.mqtt}
  balance leastconn
  timeout client 1h
  timeout server 1h
${[1, 2].map((number) => `  server ingest-${number} 127.0.0.1:${ports[`ingest-${number as 1 | 2}`]} check`).join('\n')}

listen figures
  mode http
  bind 127.0.0.1:${ports['haproxy-figures']}
  stats enable
  stats uri /
  stats refresh 2s
${database ? databaseSettings(ports, database) : ''}`
}

/** Returns the HAProxy configuration of a backend with two processes that serve HTTP. */
function httpBackend(name: 'portal' | 'partners', ports: ClusterPorts, away: string): string {
  return `backend ${name}
  mode http
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz
  http-check expect status 200
  # A call that changes something is sent once.
  retry-on conn-failure empty-response
  http-request disable-l7-retry if !{ method GET }
${[502, 503, 504].map((status) => `  errorfile ${status} ${away}`).join('\n')}
${[1, 2].map((number) => `  server ${name}-${number} 127.0.0.1:${ports[`${name}-${number as 1 | 2}`]} check`).join('\n')}`
}

function databaseSettings(ports: ClusterPorts, { addressOf }: ClusterMachines): string {
  const servers = databaseMembers
    .map((member) => {
      const check = `check port ${ports[`postgres-${member}-patroni`]} on-marked-down shutdown-sessions`
      return `  server postgres-${member} ${addressOf(member)}:${ports[`postgres-${member}`]} ${check}`
    })
    .join('\n')
  const listen = (name: 'primary' | 'read', uri: string): string => `
listen database-${name}
  mode tcp
  bind 127.0.0.1:${ports[`database-${name}`]}
  timeout client 24h
  timeout server 24h
  option httpchk
  http-check send meth GET uri ${uri}
  http-check expect status 200
${servers}
`
  return listen('primary', '/primary') + listen('read', '/replica')
}
