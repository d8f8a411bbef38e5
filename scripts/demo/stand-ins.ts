import { exitWithParent } from '#stand-ins/exit-with-parent.ts'
import type { StandInSettings, StandInStarter } from '#stand-ins/stand-in.ts'

// Runs stand-ins of the demo in one process: those with settings in STAND_INS, such as {"policies": {"PORT": "8083"},
// …}. If one of them fails, the process ends, and its parent restarts it.

/** Imports a stand-in only when it starts, because a process may run only one of them. */
const starters: Readonly<Record<string, () => Promise<StandInStarter>>> = {
  identity: async () => (await import('#stand-ins/identity/start.ts')).startIdentityStandIn,
  policies: async () => (await import('#stand-ins/policies/start.ts')).startPoliciesStandIn,
  stickers: async () => (await import('#stand-ins/stickers/start.ts')).startStickersStandIn,
  mailbox: async () => (await import('#stand-ins/mailbox/start.ts')).startMailboxStandIn,
  gateways: async () => (await import('#stand-ins/gateways/start.ts')).startGatewaysStandIn,
  companies: async () => (await import('./accept-contracts.ts')).startContractAcceptance,
}

const settings = JSON.parse(process.env['STAND_INS'] ?? '{}') as Record<string, StandInSettings>
const standInStart = Promise.all(Object.entries(settings).map(([name, ownSettings]) => startOne(name, ownSettings)))
exitWithParent(async () => {
  const ends = await standInStart
  await Promise.all(ends.map((end) => end()))
})
await standInStart.catch((error: unknown) => {
  console.error(String(error))
  process.exit(1)
})

async function startOne(name: string, ownSettings: StandInSettings): Promise<() => Promise<void>> {
  const load = starters[name]
  if (!load) throw new Error(`There is no stand-in ${name}.`)
  const start = await load()
  return start(ownSettings).catch((error: unknown) => {
    throw new Error(`The stand-in ${name} could not start: ${String(error)}`, { cause: error })
  })
}
