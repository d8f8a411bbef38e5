import { demoRegistryFile, readRegistry, type RegistryFileEntry } from '#stand-ins/registry-file.ts'

/** Serials at the head of the registry that belong to the demo's owner. Specification 18.3. */
const seeded = 3

/** What a test looks for among the gateways that nobody has claimed. */
export type WantedGateway = Partial<Pick<RegistryFileEntry, 'type' | 'applianceType' | 'brand' | 'simulated'>>

/** Gateways for the tests of one worker: no other worker has them, and what a test gives back another may claim. */
export type GatewayPool = {
  /** @throws Error when none is left */
  take(wanted?: WantedGateway): RegistryFileEntry
  giveBack(gateway: RegistryFileEntry): void
}

const claimableTypes: readonly RegistryFileEntry['type'][] = ['rrc1', 'cold']

/** The share of worker `index` among `workers` in what the add form can claim. */
export async function createGatewayPool(index: number, workers: number): Promise<GatewayPool> {
  const registry = (await readRegistry(demoRegistryFile)).slice(seeded)
  const free = registry.filter(({ type }) => claimableTypes.includes(type)).filter(isInShare({ index, workers }))
  return {
    take(wanted = {}) {
      const place = free.findIndex((gateway) => matches(gateway, { type: 'rrc1', brand: 'cedar', ...wanted }))
      const [taken] = place === -1 ? [] : free.splice(place, 1)
      if (!taken) throw new Error(`The registry has no further gateway of the kind ${JSON.stringify(wanted)}.`)
      return taken
    },
    giveBack: (gateway) => void free.push(gateway),
  }
}

/** Deals out each kind in turn, so that every worker has some of it. */
function isInShare({ index, workers }: { index: number; workers: number }): (gateway: RegistryFileEntry) => boolean {
  const dealt = new Map<string, number>()
  return ({ brand, simulated }) => {
    const kind = `${brand} ${simulated}`
    const place = dealt.get(kind) ?? 0
    dealt.set(kind, place + 1)
    return place % workers === index
  }
}

function matches(gateway: RegistryFileEntry, wanted: WantedGateway): boolean {
  return Object.entries(wanted).every(([name, value]) => gateway[name as keyof WantedGateway] === value)
}
