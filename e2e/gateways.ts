import { demoRegistryFile, readRegistry, type RegistryFileEntry } from '#stand-ins/registry-file.ts'

/** The number of serials at the head of the registry that belong to the demo's owner. Specification 18.3. */
const seeded = 3

/** The properties of an unclaimed gateway for a test. */
export type WantedGateway = Partial<Pick<RegistryFileEntry, 'type' | 'applianceType' | 'brand' | 'simulated'>>

/** Gateways for the tests of one worker, disjoint from those of other workers; returned ones can be claimed again. */
export type GatewayPool = {
  /** @throws Error if none is left */
  take(wanted?: WantedGateway): RegistryFileEntry
  giveBack(gateway: RegistryFileEntry): void
}

const claimableTypes: readonly RegistryFileEntry['type'][] = ['rrc1', 'cold']

/** The share of worker `index` of `workers` in the claimable gateways. */
export async function createGatewayPool(index: number, workers: number): Promise<GatewayPool> {
  const registry = (await readRegistry(demoRegistryFile)).slice(seeded)
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

/** Gateways of one kind are distributed in turn, so that every worker has some of each. */
function kindOf({ brand, simulated, type, applianceType }: RegistryFileEntry): string {
  return [brand, simulated, type, applianceType].join(' ')
}

function matches(gateway: RegistryFileEntry, wanted: WantedGateway): boolean {
  return Object.entries(wanted).every(([name, value]) => gateway[name as keyof WantedGateway] === value)
}
