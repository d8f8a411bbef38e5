import * as z from 'zod/mini'

/** What a member's Patroni says of it. Patroni 3.0, GET /patroni; `dcs_last_seen` in epoch seconds. */
export const patroniAnswer = z.object({
  state: z.string(),
  role: z.string(),
  cluster_unlocked: z.optional(z.boolean()),
  dcs_last_seen: z.optional(z.number()),
  replication: z.optional(z.array(z.object({ application_name: z.string(), state: z.string() }))),
})

export type PatroniAnswer = z.infer<typeof patroniAnswer>

/** How a member of the database does. `waits`: it should follow the server that leads and does not. `unknown`: nobody leads, or it can't be told, or is being copied. */
export type MemberState = 'well' | 'waits' | 'unknown'

const etcdSeenWithinS = 15

/** How a member does among all, by name; `now` in epoch milliseconds. */
export function memberStateOf(name: string, answers: ReadonlyMap<string, PatroniAnswer>, now: number): MemberState {
  const own = answers.get(name)
  const leaders = [...answers.values()].filter(leads)
  if (!own || leaders.length === 0) return 'unknown'
  const following = leaders.flatMap(({ replication = [] }) => replication)
  const isFollowing = following.some(
    ({ application_name, state }) => application_name === name && state === 'streaming',
  )
  if (leads(own) || isFollowing) return 'well'
  const seesOthers = !own.cluster_unlocked && now / 1_000 - (own.dcs_last_seen ?? 0) < etcdSeenWithinS
  return seesOthers && own.state !== 'creating replica' ? 'waits' : 'unknown'
}

function leads({ role }: PatroniAnswer): boolean {
  return role === 'master' || role === 'primary'
}

/** What PostgreSQL says again and again of a standby that has more than the server which it is to follow. */
const isAheadForEver = /requested starting point \S+ on timeline \d+ is not in this server's history/u

const timeoutMs = 60_000
/** Patroni may still help it by itself. */
const timeoutAheadMs = 20_000

export type StandbyTimeout = {
  /** How a standby does at `now` (ms), and what it has logged since the last look. Answers whether it is to be made anew. */
  look(now: number, state: MemberState, logged: string): boolean
}

/** For one standby, which waits since it was first seen to: times at which that can't be told neither begin nor end it. */
export function newStandbyTimeout(): StandbyTimeout {
  let since: number | undefined
  let isAhead = false
  function begin(): void {
    since = undefined
    isAhead = false
  }
  return {
    look: (now, state, logged) => {
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
