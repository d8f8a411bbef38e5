import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { databaseMembers, type ClusterMachines } from '../cluster/cluster-machines.ts'
import type { RunningCluster } from '../cluster/cluster-control.ts'

/**
 * Repairs the standbys of a database under Patroni: makes Patroni copy a standby again if it does not follow the
 * primary.
 */
export type StandbyRepairer = {
  /** Returns the number of times that a standby was copied. */
  copied(): number
  stop(): Promise<void>
}

const pollEveryMs = 2_000
const answerTimeoutMs = 5_000
/** How long Patroni may take to repair a standby, in ms. It is much longer than the network cut of the drill. */
const repairTimeoutMs = 75_000

/** The answer of Patroni 3.0 to GET /patroni. */
const patroniAnswer = z.object({
  state: z.string(),
  role: z.string(),
  replication: z.optional(z.array(z.object({ application_name: z.string(), state: z.string() }))),
})
export type PatroniAnswer = z.infer<typeof patroniAnswer>

/**
 * Watches the standbys. If a standby does not follow the primary for 75 seconds, makes Patroni copy it from the primary
 * again, as an operator would. Some standbys are ahead of the new primary and cannot recover by themselves.
 */
export function startStandbyRepairer(
  { ports }: Pick<RunningCluster, 'ports'>,
  machines: ClusterMachines,
  printLine: (text: string) => void,
): StandbyRepairer {
  const stopping = new AbortController()
  const members = databaseMembers.map((member) => {
    const url = `http://${machines.addressOf(member)}:${ports[`postgres-${member}-patroni`]}`
    return { name: `postgres-${member}`, url, waitsSince: Infinity }
  })
  let copied = 0

  async function checkMembers(): Promise<void> {
    const found = await Promise.all(members.map(async ({ name, url }) => [name, await askPatroni(url)] as const))
    const states = classifyMembers(new Map(found.flatMap(([name, answer]) => (answer ? [[name, answer]] : []))))
    for (const member of members) {
      if (states.well.includes(member.name)) member.waitsSince = Infinity
      if (!states.waiting.includes(member.name)) continue
      member.waitsSince = Math.min(member.waitsSince, performance.now())
      if (performance.now() - member.waitsSince < repairTimeoutMs) continue
      member.waitsSince = Infinity
      const complaint = await reinitialize(member.url).catch((error: Error) => error.message)
      if (complaint === undefined) copied += 1
      printLine(`${member.name} did not follow the primary and is copied again${complaint ? `: ${complaint}` : '.'}`)
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await checkMembers()
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

/**
 * Returns the names of the members that lead or follow the primary (`well`), and of those that should follow but do
 * not (`waiting`). A member is in neither list while there is no primary, or while it does not answer or is being
 * copied.
 */
export function classifyMembers(answers: ReadonlyMap<string, PatroniAnswer>): { well: string[]; waiting: string[] } {
  const leaders = [...answers].filter(([, { role }]) => role === 'master' || role === 'primary')
  if (leaders.length === 0) return { well: [], waiting: [] }
  const streams = leaders
    .flatMap(([, { replication = [] }]) => replication)
    .filter(({ state }) => state === 'streaming')
  const well = [...leaders.map(([name]) => name), ...streams.map((stream) => stream.application_name)]
  const others = [...answers].filter(([name, { state }]) => !well.includes(name) && state !== 'creating replica')
  return { well, waiting: others.map(([name]) => name) }
}

/** Requests the state of a member from its Patroni. Returns undefined if Patroni does not answer. */
async function askPatroni(url: string): Promise<PatroniAnswer | undefined> {
  try {
    const answer = await fetch(`${url}/patroni`, { signal: AbortSignal.timeout(answerTimeoutMs) })
    return patroniAnswer.safeParse(await answer.json()).data
  } catch {
    return undefined
  }
}

/** Makes Patroni copy its server from the primary. Returns the reason if Patroni refuses, otherwise undefined. */
async function reinitialize(url: string): Promise<string | undefined> {
  const body = JSON.stringify({ force: true })
  const signal = AbortSignal.timeout(answerTimeoutMs)
  const answer = await fetch(`${url}/reinitialize`, { method: 'POST', body, signal })
  return answer.ok ? undefined : `${answer.status} ${await answer.text()}`
}
