import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { ProviderSubject } from '#server/identity/store.ts'
import { type Holder, findHolder, lockGateway, readHolders } from './store.ts'
import type { Services } from '#server/services.ts'

export type AuthorisationDependencies = Pick<Services, 'database' | 'persons' | 'clock'>

export type ApplianceChangeDependencies = AuthorisationDependencies & Pick<Services, 'bus'>

/** The appliance of a call to the API, and the person who makes the call. */
export type ApplianceCaller = { gatewayId: string; subject: ProviderSubject }

/** Returns the holder if they have a right. @throws Refusal if they do not */
type RequireRight = (holder: Holder | null | undefined) => Holder

/** A call whose rights are checked. `now` in epoch ms. */
export type AuthorisedApplianceCall = { gatewayId: string; personId: string; holder: Holder; now: number }

/**
 * Checks the right of the person who calls. The right may end after this check.
 * @throws Refusal as `requireRight`
 */
export async function authoriseApplianceCall(
  { database, persons, clock }: AuthorisationDependencies,
  { gatewayId, subject }: ApplianceCaller,
  requireRight: RequireRight,
): Promise<AuthorisedApplianceCall> {
  const personId = await persons.personIdOf(subject)
  const now = clock.now()
  const holder = requireRight(await findHolder(database.pool, { gatewayId, personId, now }))
  return { gatewayId, personId, holder, now }
}

/**
 * An authorised call in a transaction that has locked the gateway. `holders`: the people with access to the appliance.
 */
export type LockedApplianceCall = AuthorisedApplianceCall & { transaction: Transaction; holders: readonly Holder[] }

/**
 * Locks the holders of an appliance, checks the right of the person who calls, and runs `change`. Changes of one
 * appliance run one after the other.
 * @throws Refusal as `requireRight` and `change`
 */
export async function changeApplianceUnderLock<Result>(
  { database, persons, clock }: AuthorisationDependencies,
  { caller: { gatewayId, subject }, requireRight }: { caller: ApplianceCaller; requireRight: RequireRight },
  change: (locked: LockedApplianceCall) => Promise<Result>,
): Promise<Result> {
  const personId = await persons.personIdOf(subject)
  return inTransaction(database.pool, async (transaction) => {
    await lockGateway(transaction, gatewayId)
    // An access may end while the call waits for the lock, so the clock is read after the wait.
    const now = clock.now()
    const holders = await readHolders(transaction, gatewayId, now)
    const holder = requireRight(holders.find((one) => one.personId === personId))
    return change({ transaction, gatewayId, personId, holder, holders, now })
  })
}
