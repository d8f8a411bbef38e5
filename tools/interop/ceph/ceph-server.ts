import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ServiceProcess, startServiceProcess } from '../../../scripts/processes/service-process.ts'
import { waitUntilReady } from '../../../scripts/processes/readiness.ts'
import { fetchDebianPackages, libraryFolderIn } from '../../../scripts/debian-packages.ts'
import { findFreePorts } from '../../../scripts/free-ports.ts'
import { fillTemplate } from '../../fill-template.ts'
import { runToEnd } from '../../run-to-end.ts'

export type CephServer = {
  /** The URL of the S3 API. */
  endpoint: string
  /** Creates a user of the S3 API. */
  createUser(id: string, keys: { access: string; secret: string }): Promise<void>
  /** Limits the files of a user to `bytes`. If it is null, removes the limit. */
  limitUser(id: string, bytes: number | null): Promise<void>
  /** Starts the S3 gateway. The other services of Ceph are not affected. */
  startGateway(): Promise<void>
  stopGateway(): Promise<void>
  stop(): Promise<void>
}

const packages = ['ceph-common', 'ceph-mgr', 'ceph-mon', 'ceph-osd', 'ceph-base', 'radosgw', 'ceph-mgr-modules-core']

/**
 * Starts an empty Ceph with its S3 gateway in `folder`/ceph. Unpacks its Debian packages into `folder` if they are not
 * there.
 */
export async function startCeph(parent: string): Promise<CephServer> {
  const root = await fetchDebianPackages(join(parent, 'debian-ceph'), packages)
  const folder = join(parent, 'ceph')
  const monitor = await findFreePorts(3)
  const endpoint = `http://127.0.0.1:${monitor + 2}`
  const libraries = libraryFolderIn(root)
  const LD_LIBRARY_PATH = [libraries, libraries.replace('/usr/', '/'), join(libraries, 'ceph')].join(':')
  const settings = ['-c', join(folder, 'ceph.conf')]
  const pathOf = (program: string): string => join(root, 'usr/bin', program)
  const running: ServiceProcess[] = []
  let gateway: ServiceProcess | undefined

  const run = async (program: string, ...args: string[]): Promise<string> =>
    runToEnd(pathOf(program), args, { env: { LD_LIBRARY_PATH } })

  async function start(name: string, ...args: string[]): Promise<ServiceProcess> {
    const command = [pathOf(name), ...settings, '-f', ...args] as const
    const service = { name, command, ready: { kind: 'http', url: endpoint } } as const
    const child = await startServiceProcess(service, {
      logFolder: folder,
      baseEnv: { ...process.env, LD_LIBRARY_PATH },
    })
    if (name === 'radosgw') await waitUntilReady(service, child)
    return child
  }

  async function startGateway(): Promise<void> {
    gateway = await start('radosgw', '-n', 'client.admin')
  }

  async function stopGateway(): Promise<void> {
    if (gateway) await endServer(gateway)
    gateway = undefined
  }

  async function stop(): Promise<void> {
    await stopGateway()
    for (const one of running.toReversed()) await endServer(one)
  }

  const administer = async (...args: string[]): Promise<void> => void (await run('radosgw-admin', ...settings, ...args))

  await rm(folder, { recursive: true, force: true })
  for (const part of ['mon', 'mgr', 'osd', 'rgw']) await mkdir(join(folder, part), { recursive: true })
  const cluster = randomUUID()
  // The addresses of the monitor, for versions 2 and 1 of Ceph's protocol.
  const monitorAddress = `[v2:127.0.0.1:${monitor}/0,v1:127.0.0.1:${monitor + 1}/0]`
  const values = { folder, root, libraries, cluster, monitorAddress, gateway: monitor + 2 }
  await writeFile(join(folder, 'ceph.conf'), fillTemplate(new URL('ceph.conf', import.meta.url), values))
  const map = join(folder, 'monmap')
  await run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', monitorAddress, map)
  await run('ceph-authtool', '--create-keyring', join(folder, 'keyring'), '--gen-key', '-n', 'client.admin')
  await run('ceph-mon', ...settings, '--mkfs', '-i', 'a', '--monmap', map)
  try {
    running.push(await start('ceph-mon', '-i', 'a'))
    running.push(await start('ceph-mgr', '-i', 'x'))
    await run('ceph-osd', ...settings, '-i', '0', '--mkfs', '--osd-uuid', randomUUID())
    running.push(await start('ceph-osd', '-i', '0'))
    await startGateway()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    endpoint,
    createUser: async (id, { access, secret }) =>
      administer(
        'user',
        'create',
        `--uid=${id}`,
        '--display-name=Portal',
        `--access-key=${access}`,
        `--secret-key=${secret}`,
      ),
    limitUser: async (id, bytes) => {
      const ofUser = ['--quota-scope=user', `--uid=${id}`]
      if (bytes === null) return administer('quota', 'disable', ...ofUser)
      await administer('quota', 'set', ...ofUser, `--max-size=${bytes}`)
      await administer('quota', 'enable', ...ofUser)
    },
    startGateway,
    stopGateway,
    stop,
  }
}

// Kills the process. Its data is only in memory, so a clean shutdown would save nothing.
async function endServer(child: ServiceProcess): Promise<void> {
  child.signal('SIGKILL')
  await child.ended
}
