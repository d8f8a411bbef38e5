import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ServiceProcess, startServiceProcess } from '../../../scripts/processes/service-process.ts'
import { waitUntilReady } from '../../../scripts/processes/readiness.ts'
import type { ServiceSpec } from '../../../scripts/processes/service-spec.ts'
import { libraryFolderIn } from '../../../scripts/debian-packages.ts'
import { type CephLocation, cephConfigurationOf, monitorAddressOf } from './ceph-configuration.ts'
import type { CephProgram } from './unpack-ceph.ts'

export type CephServer = {
  /** The URL of the S3 API. */
  endpoint: string
  /** Runs `radosgw-admin` with these arguments. */
  administer(...args: string[]): Promise<void>
  /** Starts the S3 gateway. The other services of Ceph are not affected. */
  startGateway(): Promise<void>
  stopGateway(): Promise<void>
  stop(): Promise<void>
}

const startTimeoutMs = 120_000

/** Starts an empty Ceph with its S3 gateway, from its unpacked packages. */
export async function startCeph(location: CephLocation): Promise<CephServer> {
  const { folder, ports } = location
  const ceph = programsOf(location)
  const endpoint = `http://127.0.0.1:${ports.gateway}`
  const running: ServiceProcess[] = []
  let gateway: ServiceProcess | undefined
  await writeConfiguration(location, ceph)

  function serviceOf(name: CephProgram, ...args: string[]): ServiceSpec {
    const command = [ceph.path(name), ...ceph.settings, '-f', ...args] as const
    return { name, command, env: {}, user: undefined, ready: { kind: 'http', url: endpoint } }
  }

  async function start(service: ServiceSpec): Promise<ServiceProcess> {
    return startServiceProcess(service, { logFolder: folder, baseEnv: ceph.env })
  }

  async function startGateway(): Promise<void> {
    const service = serviceOf('radosgw', '-n', 'client.admin')
    gateway = await start(service)
    await waitUntilReady(service, gateway)
  }

  async function stopGateway(): Promise<void> {
    if (gateway) await endServer(gateway)
    gateway = undefined
  }

  async function stop(): Promise<void> {
    await stopGateway()
    for (const one of running.toReversed()) await endServer(one)
  }

  try {
    running.push(await start(serviceOf('ceph-mon', '-i', 'a')))
    running.push(await start(serviceOf('ceph-mgr', '-i', 'x')))
    ceph.run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', randomUUID())
    running.push(await start(serviceOf('ceph-osd', '-i', '0')))
    await startGateway()
  } catch (error) {
    await stop()
    throw error
  }
  async function administer(...args: string[]): Promise<void> {
    await promisify(execFile)(ceph.path('radosgw-admin'), [...ceph.settings, ...args], { env: ceph.env })
  }

  return { endpoint, administer, startGateway, stopGateway, stop }
}

// Kills the process. Its data is only in memory, so a clean shutdown would save nothing.
async function endServer(child: ServiceProcess): Promise<void> {
  child.signal('SIGKILL')
  await child.ended
}

type Programs = {
  settings: string[]
  env: NodeJS.ProcessEnv
  path(name: CephProgram): string
  run(name: CephProgram, ...args: string[]): void
}

function programsOf({ folder, root }: CephLocation): Programs {
  const settings = ['-c', join(folder, 'ceph.conf')]
  const libraries = libraryFolderIn(root)
  const location = [libraries, libraries.replace('/usr/', '/'), join(libraries, 'ceph')]
  const env = { ...process.env, LD_LIBRARY_PATH: location.join(':') }
  const path = (name: CephProgram): string => join(root, 'usr/bin', name)

  function run(name: CephProgram, ...args: string[]): void {
    const own = name === 'monmaptool' || name === 'ceph-authtool' ? [] : settings
    const { status, stderr, error } = spawnSync(path(name), [...own, ...args], {
      env,
      encoding: 'utf8',
      timeout: startTimeoutMs,
    })
    if (status !== 0) throw new Error(`${name} ${args[0] ?? ''} failed: ${error?.message ?? stderr.trim()}`)
  }

  return { settings, env, path, run }
}

async function writeConfiguration(location: CephLocation, ceph: Programs): Promise<void> {
  const { folder, ports } = location
  await rm(folder, { recursive: true, force: true })
  for (const part of ['mon', 'mgr', 'osd', 'rgw']) await mkdir(join(folder, part), { recursive: true })
  const cluster = randomUUID()
  await writeFile(join(folder, 'ceph.conf'), cephConfigurationOf(location, cluster))
  const map = join(folder, 'monmap')
  ceph.run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', monitorAddressOf(ports), map)
  ceph.run('ceph-authtool', '--create-keyring', join(folder, 'keyring'), '--gen-key', '-n', 'client.admin')
  ceph.run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
}
