import { demoRegistryFile, readRegistry, type RegisteredGateway } from '#stand-ins/registry-file.ts'

/** Serials at the head of the registry that belong to the demo's owner. Specification 18.3. */
const seeded = 3

/** What a test looks for among the gateways that nobody has claimed. */
export type Wanted = Partial<Pick<RegisteredGateway, 'type' | 'applianceType' | 'brand' | 'simulated'>>

/** Gateways for the tests of one worker: no other worker has them, and what a test gives back another may claim. */
export type Shelf = {
  /** @throws Error when none is left */
  take(wanted?: Wanted): RegisteredGateway
  giveBack(gateway: RegisteredGateway): void
}

const claimableTypes: readonly RegisteredGateway['type'][] = ['rrc1', 'cold']

/** The share of worker `index` among `workers` in what the add form can claim. */
export async function createShelf(index: number, workers: number): Promise<Shelf> {
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
function isInShare({ index, workers }: { index: number; workers: number }): (gateway: RegisteredGateway) => boolean {
  const dealt = new Map<string, number>()
  return ({ brand, simulated }) => {
    const kind = `${brand} ${simulated}`
    const place = dealt.get(kind) ?? 0
    dealt.set(kind, place + 1)
    return place % workers === index
  }
}

function matches(gateway: RegisteredGateway, wanted: Wanted): boolean {
  return Object.entries(wanted).every(([name, value]) => gateway[name as keyof Wanted] === value)
}
