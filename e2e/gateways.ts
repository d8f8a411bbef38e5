import { demoRegistryFile, readRegistry, type RegisteredGateway } from '#stand-ins/registry-file.ts'

/** Serials at the head of the registry that belong to the demo's owner. Decisions 9. */
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
  const free = sharesOf(registry.filter(({ type }) => claimableTypes.includes(type)))[index] ?? []

  function sharesOf(gateways: RegisteredGateway[]): RegisteredGateway[][] {
    const kinds = Map.groupBy(gateways, ({ brand, simulated }) => `${brand} ${simulated}`)
    const dealt = [...kinds.values()].flatMap((kind) =>
      kind.map((gateway, place) => ({ gateway, to: place % workers })),
    )
    return Array.from({ length: workers }, (_, worker) =>
      dealt.filter(({ to }) => to === worker).map(({ gateway }) => gateway),
    )
  }

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

function matches(gateway: RegisteredGateway, wanted: Wanted): boolean {
  return Object.entries(wanted).every(([name, value]) => gateway[name as keyof Wanted] === value)
}
