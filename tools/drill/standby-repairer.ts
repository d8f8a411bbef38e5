import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseMembers, type ClusterMachines, type DatabaseMember } from '../cluster/cluster-machines.ts'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import { createStandbyTimeout, patroniAnswerSchema, type PatroniAnswer, memberStateOf } from './standby-timeout.ts'

/**
 * Repairs the standbys of a database under Patroni: makes Patroni copy a standby again if it does not follow the
 * primary.
 */
export type StandbyRepairer = {
  /** Returns the number of times that a standby was copied. */
  copied(): number
  stop(): Promise<void>
}

type Watched = { cluster: RunningCluster; machines: ClusterMachines; printLine: (text: string) => void }

const pollEveryMs = 2_000
const answerTimeoutMs = 5_000

/**
 * Watches the standbys. If a standby does not follow the primary for too long, makes Patroni copy it from the primary
 * again, as an operator would.
 */
export function startStandbyRepairer({ cluster, machines, printLine }: Watched): StandbyRepairer {
  const stopping = new AbortController()
  const standbys = databaseMembers.map((member) => ({
    name: `postgres-${member}`,
    url: patroniOf(cluster, machines, member),
    timeout: createStandbyTimeout(),
    readLog: createLogTailReader(join(cluster.product.demo.dataDir, 'logs', `postgres-${member}.log`)),
  }))
  let copied = 0

  async function checkStandbys(): Promise<void> {
    const found = await Promise.all(standbys.map(async ({ name, url }) => [name, await askPatroni(url)] as const))
    const answers = new Map(found.flatMap(([name, answer]) => (answer ? [[name, answer]] : [])))
    for (const { name, url, timeout, readLog } of standbys) {
      const logged = await readLog()
      if (timeout.check(performance.now(), memberStateOf(name, answers, Date.now()), logged)) await copyAgain(name, url)
    }
  }

  async function copyAgain(name: string, url: string): Promise<void> {
    const said = await reinitialize(url).catch((error: Error) => error.message)
    if (said === undefined) copied += 1
    printLine(
      said === undefined ? `${name} waited forever and is copied again.` : `${name} could not be copied again: ${said}`,
    )
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await checkStandbys()
      await pause(pollEveryMs)
    }
  }

  const watching = watch()
  return {
    copied: () => copied,
    stop: async () => {
      stopping.abort()
      await watching
    },
  }
}

function patroniOf({ ports }: RunningCluster, machines: ClusterMachines, member: DatabaseMember): string {
  return `http://${machines.addressOf(member)}:${ports[`postgres-${member}-patroni`]}`
}

/** Requests the state of a member from its Patroni. Returns undefined if Patroni does not answer. */
async function askPatroni(url: string): Promise<PatroniAnswer | undefined> {
  try {
    const answer = await fetch(`${url}/patroni`, { signal: AbortSignal.timeout(answerTimeoutMs) })
    return patroniAnswerSchema.safeParse(await answer.json()).data
  } catch {
    return undefined
  }
}

/** Makes Patroni copy its server from the primary. Returns the reason if Patroni refuses, otherwise undefined. */
async function reinitialize(url: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/reinitialize`, {
    method: 'POST',
    body: JSON.stringify({ force: true }),
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  return answer.ok ? undefined : `${answer.status} ${await answer.text()}`
}

/**
 * Returns a function that reads the text that was added to a file since its last call. It returns an empty text at the
 * first call, and if the file is missing.
 */
export function createLogTailReader(path: string): () => Promise<string> {
  let read: number | undefined
  return async () => {
    const { size } = (await stat(path, { throwIfNoEntry: false })) ?? { size: 0 }
    const from = Math.min(read ?? size, size)
    read = size
    return size > from ? text(createReadStream(path, { start: from, end: size - 1 })) : ''
  }
}
