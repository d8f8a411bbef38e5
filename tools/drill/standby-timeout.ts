import * as z from 'zod/mini'

/** The answer of Patroni 3.0 to GET /patroni; `dcs_last_seen` in epoch seconds. */
export const patroniAnswer = z.object({
  state: z.string(),
  role: z.string(),
  cluster_unlocked: z.optional(z.boolean()),
  dcs_last_seen: z.optional(z.number()),
  replication: z.optional(z.array(z.object({ application_name: z.string(), state: z.string() }))),
})

export type PatroniAnswer = z.infer<typeof patroniAnswer>

/**
 * The state of a member of the database. `waits`: it should follow the primary and does not. `unknown`: there is no primary, the
 * member does not answer, or it is being copied.
 */
export type MemberState = 'well' | 'waits' | 'unknown'

const etcdTimeoutS = 15

/** The state of the member `name` by the answers of all members; `now` in epoch milliseconds. */
export function memberStateOf(name: string, answers: ReadonlyMap<string, PatroniAnswer>, now: number): MemberState {
  const own = answers.get(name)
  const leaders = [...answers.values()].filter(isLeader)
  if (!own || leaders.length === 0) return 'unknown'
  const following = leaders.flatMap(({ replication = [] }) => replication)
  const isFollowing = following.some(
    ({ application_name, state }) => application_name === name && state === 'streaming',
  )
  if (isLeader(own) || isFollowing) return 'well'
  const seesOthers = !own.cluster_unlocked && now / 1_000 - (own.dcs_last_seen ?? 0) < etcdTimeoutS
  return seesOthers && own.state !== 'creating replica' ? 'waits' : 'unknown'
}

function isLeader({ role }: PatroniAnswer): boolean {
  return role === 'master' || role === 'primary'
}

/** A standby that is ahead of the primary logs this line repeatedly, and cannot recover by itself. */
const isAheadForEver = /requested starting point \S+ on timeline \d+ is not in this server's history/u

const timeoutMs = 60_000
/** The time that Patroni has to repair a standby that is ahead. */
const timeoutAheadMs = 20_000

export type StandbyTimeout = {
  /** Evaluates the state at `now` (ms) and the new log lines. Returns whether the standby must be copied again. */
  check(now: number, state: MemberState, logged: string): boolean
}

/** The timeout of one standby. It starts when the standby is first seen waiting; the state `unknown` neither starts nor ends it. */
export function newStandbyTimeout(): StandbyTimeout {
  let since: number | undefined
  let isAhead = false
  function begin(): void {
    since = undefined
    isAhead = false
  }
  return {
    check: (now, state, logged) => {
      if (state === 'well') begin()
      if (state !== 'waits') return false
      since ??= now
      isAhead ||= isAheadForEver.test(logged)
      if (now - since < (isAhead ? timeoutAheadMs : timeoutMs)) return false
      begin()
      return true
    },
  }
}
