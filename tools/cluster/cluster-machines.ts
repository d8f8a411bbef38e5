import { spawnSync } from 'node:child_process'
import { runToEnd } from '../run-to-end.ts'
import { StartError } from '../../scripts/processes/start-error.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'

/** The numbers of the members of the database cluster. Each member has a PostgreSQL server and an etcd server. */
export const databaseMembers = [1, 2, 3] as const

export type DatabaseMember = (typeof databaseMembers)[number]

/** The machines on which the members of the database cluster run. */
export type ClusterMachines = {
  addressOf(member: DatabaseMember): string
  /** Returns a copy of the service that runs on the machine of this member. */
  on(member: DatabaseMember, service: ServiceSpec): ServiceSpec
}

/** Runs all members on this machine, at its loopback address. */
export const loopbackMachines: ClusterMachines = { addressOf: () => '127.0.0.1', on: (_member, service) => service }

/** A separate machine for each member of the database cluster. Their network can be cut. */
export type SeparateMachines = ClusterMachines & {
  /**
   * Cuts the network between the machine of this member and the machines of the other members. The portal can still
   * reach all of them.
   */
  cut(member: DatabaseMember): Promise<void>
  heal(member: DatabaseMember): Promise<void>
  remove(): void
}

const unreachableMac = '02:00:00:00:00:fe'

/**
 * Creates a network namespace for each member, all on one bridge. ip-netns(8). The user must be root. `first`, the
 * first port of the cluster, makes the names unique. The addresses are from the range for benchmarks (RFC 2544).
 *
 * @throws StartError if the user is not allowed to create namespaces
 */
export function createSeparateMachines(first: number): SeparateMachines {
  const name = `portal${first}`
  const subnet = `198.18.${(first >> 4) & 255}`
  const spaceOf = (member: DatabaseMember): string => `${name}-${member}`
  const addressOf = (member: DatabaseMember): string => `${subnet}.${member}`

  function lay(): void {
    ip('link', 'add', name, 'type', 'bridge')
    ip('address', 'add', `${subnet}.254/24`, 'dev', name)
    ip('link', 'set', name, 'up')
    for (const member of databaseMembers) {
      const space = spaceOf(member)
      ip('netns', 'add', space)
      ip('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
      ip('link', 'set', space, 'master', name, 'up')
      ip('-n', space, 'link', 'set', 'lo', 'up')
      ip('-n', space, 'address', 'add', `${addressOf(member)}/24`, 'dev', 'eth0')
      ip('-n', space, 'link', 'set', 'eth0', 'up')
    }
  }

  function remove(): void {
    for (const member of databaseMembers) {
      spawnSync('ip', ['link', 'delete', spaceOf(member)])
      spawnSync('ip', ['netns', 'delete', spaceOf(member)])
    }
    spawnSync('ip', ['link', 'delete', name])
  }

  async function externalServices(member: DatabaseMember, change: string, how: readonly string[]): Promise<void> {
    const one = async (from: DatabaseMember, to: DatabaseMember): Promise<unknown> =>
      runToEnd('ip', ['-n', spaceOf(from), 'neighbour', change, addressOf(to), 'dev', 'eth0', ...how])
    for (const other of databaseMembers.filter((candidate) => candidate !== member)) {
      await one(member, other)
      await one(other, member)
    }
  }

  // Removes namespaces that a killed drill may have left.
  remove()
  lay()
  return {
    addressOf,
    on: (member, service) => ({ ...service, command: inNamespace(spaceOf(member), service), user: undefined }),
    // Sends packets for the other members to a network card that does not exist, where they are lost without an error.
    cut: async (member) => externalServices(member, 'replace', ['lladdr', unreachableMac, 'nud', 'permanent']),
    heal: async (member) => externalServices(member, 'delete', []),
    remove,
  }
}

function inNamespace(space: string, { command, user }: ServiceSpec): ServiceSpec['command'] {
  const account = user ? [`--setuid=${user.uid}`, `--setgid=${user.gid}`] : []
  return ['nsenter', `--net=/run/netns/${space}`, ...account, '--', ...command]
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new StartError(`ip ${args.join(' ')} failed: ${stderr}`)
}
