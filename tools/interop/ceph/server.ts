import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { librariesIn } from '../../../scripts/debian.ts'
import { type CephPlaces, cephConfiguration, monitorAddress } from './configuration.ts'
import type { CephProgram } from './packages.ts'

export type Ceph = {
  /** Where it speaks S3. */
  endpoint: string
  /** Does what its administrator would, by `radosgw-admin`. */
  administer(...args: string[]): Promise<void>
  /** What speaks S3; the rest goes on. */
  startGateway(): Promise<void>
  stopGateway(): Promise<void>
  stop(): Promise<void>
}

const startWithinMs = 120_000
const lookEveryMs = 250
const answerWithinMs = 2_000

/** Starts Ceph from its unpacked packages, empty, with its gateway for S3. */
export async function startCeph(places: CephPlaces): Promise<Ceph> {
  const { folder, ports } = places
  const ceph = programsOf(places)
  const endpoint = `http://127.0.0.1:${ports.gateway}`
  const running: Running[] = []
  let gateway: Running | undefined
  await layOut(places, ceph)

  async function start(name: CephProgram, ...args: string[]): Promise<Running> {
    const log = await open(join(folder, `${name}.out`), 'a')
    const child = spawn(ceph.path(name), [...ceph.settings, '-f', ...args], {
      env: ceph.env,
      stdio: ['ignore', log.fd, log.fd],
    })
    await log.close()
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    return { child, ended }
  }

  async function startGateway(): Promise<void> {
    gateway = await start('radosgw', '-n', 'client.admin')
    await untilItAnswers(endpoint, gateway.child)
  }

  async function stopGateway(): Promise<void> {
    if (gateway) await end(gateway)
    gateway = undefined
  }

  async function stop(): Promise<void> {
    await stopGateway()
    for (const one of running.toReversed()) await end(one)
  }

  try {
    running.push(await start('ceph-mon', '-i', 'a'))
    running.push(await start('ceph-mgr', '-i', 'x'))
    ceph.run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', randomUUID())
    running.push(await start('ceph-osd', '-i', '0'))
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

type Running = { child: ChildProcess; ended: Promise<void> }

// All that it holds is in memory: there is nothing to end in order.
async function end({ child, ended }: Running): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

type Programs = {
  settings: string[]
  env: NodeJS.ProcessEnv
  path(name: CephProgram): string
  run(name: CephProgram, ...args: string[]): void
}

function programsOf({ folder, root }: CephPlaces): Programs {
  const settings = ['-c', join(folder, 'ceph.conf')]
  const libraries = librariesIn(root)
  const places = [libraries, libraries.replace('/usr/', '/'), join(libraries, 'ceph')]
  const env = { ...process.env, LD_LIBRARY_PATH: places.join(':') }
  const path = (name: CephProgram): string => join(root, 'usr/bin', name)

  function run(name: CephProgram, ...args: string[]): void {
    const own = name === 'monmaptool' || name === 'ceph-authtool' ? [] : settings
    const { status, stderr, error } = spawnSync(path(name), [...own, ...args], {
      env,
      encoding: 'utf8',
      timeout: startWithinMs,
    })
    if (status !== 0) throw new Error(`${name} ${args[0] ?? ''} failed: ${error?.message ?? stderr.trim()}`)
  }

  return { settings, env, path, run }
}

async function layOut(places: CephPlaces, ceph: Programs): Promise<void> {
  const { folder, ports } = places
  await rm(folder, { recursive: true, force: true })
  for (const part of ['mon', 'mgr', 'osd', 'rgw']) await mkdir(join(folder, part), { recursive: true })
  const cluster = randomUUID()
  await writeFile(join(folder, 'ceph.conf'), cephConfiguration(places, cluster))
  const map = join(folder, 'monmap')
  ceph.run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', monitorAddress(ports), map)
  ceph.run('ceph-authtool', '--create-keyring', join(folder, 'keyring'), '--gen-key', '-n', 'client.admin')
  ceph.run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
}

async function untilItAnswers(endpoint: string, child: ChildProcess): Promise<void> {
  const givesUpAt = performance.now() + startWithinMs
  while (performance.now() < givesUpAt) {
    if (child.exitCode !== null) throw new Error(`radosgw ended with code ${child.exitCode}`)
    const answer = await fetch(endpoint, { signal: AbortSignal.timeout(answerWithinMs) }).catch(() => null)
    if (answer?.ok) return
    await pause(lookEveryMs)
  }
  throw new Error('radosgw did not answer in time')
}
