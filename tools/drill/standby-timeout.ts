import * as z from 'zod/mini'

/** The answer of Patroni 3.0 to GET /patroni. `dcs_last_seen`: epoch seconds. */
export const patroniAnswerSchema = z.object({
  state: z.string(),
  role: z.string(),
  cluster_unlocked: z.optional(z.boolean()),
  dcs_last_seen: z.optional(z.number()),
  replication: z.optional(z.array(z.object({ application_name: z.string(), state: z.string() }))),
})

export type PatroniAnswer = z.infer<typeof patroniAnswerSchema>

/**
 * The state of a database member. `waits`: the member should follow the primary but does not. `unknown`: there is no
 * primary, the member does not answer, or it is being copied.
 */
export type MemberState = 'well' | 'waits' | 'unknown'

const etcdTimeoutS = 15

/** Returns the state of the member `name`, from the answers of all members. `now` is in epoch milliseconds. */
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

/**
 * Matches a log line of a standby that is ahead of the primary. The standby repeats this line, and cannot recover by
 * itself.
 */
const isAheadForEver = /requested starting point \S+ on timeline \d+ is not in this server's history/u

const timeoutMs = 60_000
/** The time in ms that Patroni may take to repair a standby that is ahead. */
const timeoutAheadMs = 20_000

export type StandbyTimeout = {
  /**
   * Evaluates the state at `now` (ms) and the new lines in the server's log. Returns whether the standby must be
   * copied again.
   */
  check(now: number, state: MemberState, logged: string): boolean
}

/**
 * Creates the timeout of one standby. The timeout starts when the state is first `waits`. The state `unknown` neither
 * starts nor ends the timeout.
 */
export function createStandbyTimeout(): StandbyTimeout {
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
