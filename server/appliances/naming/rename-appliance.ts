import type { ApplianceNamePatch } from '#contract/appliance-name.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ApplianceCaller, ApplianceChangeDependencies } from '../authorise-appliance-call.ts'
import { requireHolder } from '../policy.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { findHolder } from '../store.ts'
import { updateApplianceName } from './store.ts'

/**
 * A change of an appliance's name. `body()` parses the name; call it only after the access check. @throws Refusal
 * `rule-broken`
 */
type NameChange = ApplianceCaller & { body(): ApplianceNamePatch }

/**
 * Sets a person's own name for an appliance. Other people neither see the name nor get a notification. Does nothing
 * if the name has not changed.
 * @throws Refusal `not-found`, `rule-broken`
 */
export async function renameApplianceForPerson(
  { database, persons, bus, clock }: ApplianceChangeDependencies,
  { gatewayId, subject, body }: NameChange,
): Promise<void> {
  const personId = await persons.personIdOf(subject)
  await inTransaction(database.pool, async (transaction) => {
    requireHolder(await findHolder(transaction, { gatewayId, personId, now: clock.now() }))
    const { name } = body()
    if (!(await updateApplianceName(transaction, { gatewayId, personId, name }))) return
    await publishServiceChange(transaction, bus, { gatewayId, personId })
  })
}
