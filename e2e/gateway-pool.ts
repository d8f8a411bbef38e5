import { demoRegistryFile, readRegistryFile, type RegistryFileEntry } from '#stand-ins/registry-file.ts'

/** The number of gateways at the start of the registry that belong to the demo's owner. Specification 18.3. */
const seeded = 3

/** The properties of the unclaimed gateway that a test needs. */
export type WantedGateway = Partial<Pick<RegistryFileEntry, 'type' | 'applianceType' | 'brand' | 'simulated'>>

/**
 * The gateways for the tests of one worker. No gateway is in the pools of two workers. A returned gateway can be
 * claimed again.
 */
export type GatewayPool = {
  /** Removes a matching gateway from the pool and returns it. @throws Error if no matching gateway is left */
  take(wanted?: WantedGateway): RegistryFileEntry
  giveBack(gateway: RegistryFileEntry): void
}

const claimableTypes: readonly RegistryFileEntry['type'][] = ['rrc1', 'cold']

/** Creates the pool of worker `index`, counted from 0, of `workers` workers. */
export async function createGatewayPool(index: number, workers: number): Promise<GatewayPool> {
  const registry = (await readRegistryFile(demoRegistryFile)).slice(seeded)
  const all = registry.filter(({ type }) => claimableTypes.includes(type))
  const byKind = all.toSorted((one, other) => kindOf(one).localeCompare(kindOf(other)))
  const share = new Set(byKind.filter((_, position) => position % workers === index))
  const free = all.filter((gateway) => share.has(gateway))
  return {
    take(wanted = {}) {
      const position = free.findIndex((gateway) => matches(gateway, { type: 'rrc1', brand: 'cedar', ...wanted }))
      const [taken] = position === -1 ? [] : free.splice(position, 1)
      if (!taken) throw new Error(`The registry has no further gateway of the kind ${JSON.stringify(wanted)}.`)
      return taken
    },
    giveBack: (gateway) => void free.push(gateway),
  }
}

/**
 * Returns the kind of a gateway. Gateways of one kind are distributed in turn, so that every worker has some of each
 * kind.
 */
function kindOf({ brand, simulated, type, applianceType }: RegistryFileEntry): string {
  return [brand, simulated, type, applianceType].join(' ')
}

function matches(gateway: RegistryFileEntry, wanted: WantedGateway): boolean {
  return Object.entries(wanted).every(([name, value]) => gateway[name as keyof WantedGateway] === value)
}
