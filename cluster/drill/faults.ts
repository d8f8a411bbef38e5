import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postmasterOf } from '../postmasters.ts'
import { tryFor } from '../patience.ts'
import type { Cluster } from '../topology.ts'
import { signalAll, withDescendants } from './process-tree.ts'
import { answers, findPrimary, promote } from './store.ts'

/** Something that goes wrong. */
export type DrillFault = {
  name: string
  /** Brings it about, and resolves when it is over: what was killed is ready again, what was frozen runs. */
  happen(): Promise<void>
}

type Choose = <Item>(items: readonly Item[]) => Item

const portalNames = ['portal-1', 'portal-2'] as const
const ingestNames = ['ingest-1', 'ingest-2'] as const
const jobsNames = ['jobs-1', 'jobs-2'] as const
const electionMs = 90_000
const awayMs = 20_000

/** What can happen to the processes of the portal, to the balancer and to the identity provider. */
export function portalFaults(cluster: Cluster, choose: Choose): DrillFault[] {
  const { services } = cluster
  const kill = (name: string, names: readonly string[]): DrillFault => ({
    name,
    happen: async () => killOne(cluster, choose(names)),
  })
  return [
    kill('a process with api, push killed', portalNames),
    kill('a process with ingest killed', ingestNames),
    kill('a process with jobs killed', jobsNames),
    {
      name: 'HAProxy reloaded',
      happen: async () => {
        services.signal('haproxy', 'SIGUSR2')
        await pause(2_000)
      },
    },
    {
      name: 'the identity provider away for 20 s',
      happen: async () => holdFor(cluster, ['issuer'], awayMs),
    },
  ]
}

/** Each process of the portal asked to end and started again, one after the other. */
export function rollingRestart({ services }: Cluster): DrillFault {
  return {
    name: 'all processes restarted in turn',
    happen: async () => {
      for (const name of [...jobsNames, ...ingestNames, ...portalNames]) {
        const before = services.pidOf(name)
        services.signal(name, 'SIGTERM')
        await tryFor(30_000, async () => {
          if (services.pidOf(name) === before) throw new Error(`${name} does not end.`)
        })
        await services.ready(name)
      }
    },
  }
}

/** Five processes of the portal killed one after the other, at moments of chance, whichever of them run. */
export function severalKilled(cluster: Cluster, choose: Choose): DrillFault {
  const names = [...portalNames, ...ingestNames, ...jobsNames]
  return {
    name: 'five processes killed at random moments',
    happen: async () => {
      const killed: Promise<void>[] = []
      for (let kill = 0; kill < 5; kill += 1) {
        killed.push(killOne(cluster, choose(names)))
        await pause(500 + Math.random() * 2_000)
      }
      await Promise.all(killed)
    },
  }
}

export function natsNodeKilled(cluster: Cluster): DrillFault {
  return { name: 'the NATS server killed', happen: async () => killOne(cluster, 'nats-1') }
}

/** The primary is lost for good, and its standby made the primary by hand. */
export function standbyPromoted({ services, serverUrls, asAdministrator }: Cluster): DrillFault {
  return {
    name: 'the primary lost, its standby promoted',
    happen: async () => {
      const [primary = '', standby = ''] = serverUrls
      services.hold(`postgres-1`)
      await tryFor(10_000, async () => {
        if (await answers(primary)) throw new Error('The primary still answers.')
      })
      await tryFor(electionMs, () => promote(asAdministrator(standby)))
      await tryFor(10_000, () => findPrimary(serverUrls))
    },
  }
}

export function natsFaults(cluster: Cluster, choose: Choose): DrillFault[] {
  const nodes = ['nats-1', 'nats-2', 'nats-3']
  return [
    { name: 'a NATS node killed', happen: async () => killOne(cluster, choose(nodes)) },
    { name: 'all NATS nodes away for 5 s', happen: async () => holdFor(cluster, nodes, 5_000) },
  ]
}

/** What can happen to a database under Patroni, its pooler and its etcd. */
export function patroniFaults(cluster: Cluster, choose: Choose): DrillFault[] {
  const { services, serverUrls } = cluster
  const primary = async (): Promise<PrimaryServer> => primaryOf(cluster)
  const elected = async (): Promise<void> => void (await tryFor(electionMs, () => findPrimary(serverUrls)))
  return [
    {
      name: 'the primary killed',
      happen: async () => {
        const { postmaster } = await primary()
        process.kill(postmaster, 'SIGKILL')
        await pause(1_000)
        await elected()
      },
    },
    {
      name: "the primary's machine lost for 20 s",
      happen: async () => {
        const { name, postmaster } = await primary()
        services.hold(name)
        signalAll(withDescendants(postmaster), 'SIGKILL')
        await pause(1_000)
        await elected()
        await pause(awayMs)
        services.release(name)
        await services.ready(name)
      },
    },
    {
      name: 'the primary frozen for 30 s, back as a second one',
      happen: async () => {
        const { postmaster, patroni } = await primary()
        const all = [...withDescendants(patroni), ...withDescendants(postmaster)]
        signalAll(all, 'SIGSTOP')
        await pause(30_000)
        signalAll(all, 'SIGCONT')
        await pause(1_000)
        await elected()
      },
    },
    { name: 'PgBouncer killed', happen: async () => killOne(cluster, 'pgbouncer') },
    { name: 'a member of etcd killed', happen: async () => killOne(cluster, choose(['etcd-1', 'etcd-2', 'etcd-3'])) },
  ]
}

type PrimaryServer = { name: string; postmaster: number; patroni: number }

async function primaryOf({ services, serverUrls, product }: Cluster): Promise<PrimaryServer> {
  const url = await tryFor(electionMs, () => findPrimary(serverUrls))
  const name = `postgres-${serverUrls.indexOf(url) + 1}`
  const postmaster = postmasterOf(join(product.world.dataDir, name, 'data/postmaster.pid'))
  const patroni = services.pidOf(name)
  if (postmaster === undefined || patroni === undefined) throw new Error(`${name} leads and does not run.`)
  return { name, postmaster, patroni }
}

async function killOne({ services }: Cluster, name: string): Promise<void> {
  const before = services.pidOf(name)
  services.signal(name, 'SIGKILL')
  await tryFor(60_000, async () => {
    if (services.pidOf(name) === before) throw new Error(`${name} is not started again.`)
  })
  await services.ready(name)
}

async function holdFor({ services }: Cluster, names: readonly string[], ms: number): Promise<void> {
  for (const name of names) services.hold(name)
  await pause(ms)
  for (const name of names) services.release(name)
  for (const name of names) await services.ready(name)
}
