import type * as z from 'zod/mini'
import type { ApplianceAccess, accessSettingsPatch, accessRequestAnswer } from '#contract/access.ts'
import { type ApplianceCaller, changeApplianceUnderLock } from '#server/appliances/authorise-appliance-call.ts'
import { addOrReplaceHolder } from '#server/appliances/store.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import { Refusal } from '#server/http/refusals.ts'
import { publishAccessChange, recordAccessChange } from './events/record-access-change.ts'
import { insertAccessEvent } from './events/store.ts'
import { type PersonAccessDependencies, readApplianceAccess } from './person-access.ts'
import { requireAccessManager, requireOwner } from './policy.ts'
import { readAskFirstSetting, deleteOpenAccessRequest, updateAskFirstSetting } from './requests/store.ts'

/**
 * A change of the setting `askFirst`. `body()` parses the change; call it only after the check of rights. @throws
 * Refusal `rule-broken`
 */
type WantedChange = ApplianceCaller & { body(): z.infer<typeof accessSettingsPatch> }

/**
 * Changes whether the owner is asked before a person with the codes of the sticker gets access. Open requests stay
 * open. Specification 26.12.
 * @throws Refusal `not-found`, `not-allowed-in-role`, `rule-broken`
 */
export async function changeAskFirstSetting(
  dependencies: PersonAccessDependencies,
  { body, ...caller }: WantedChange,
): Promise<ApplianceAccess> {
  await changeApplianceUnderLock(dependencies, { caller, requireRight: requireOwner }, async (locked) => {
    const { transaction, gatewayId, personId, now } = locked
    const { askFirst } = body()
    if ((await readAskFirstSetting(transaction, gatewayId)) === askFirst) return
    await updateAskFirstSetting(transaction, { gatewayId, asksFirst: askFirst })
    const activity = { kind: 'ask-first-changed', actor: 'person', details: { isOn: askFirst } } as const
    await recordActivity(transaction, { ...activity, personId, gatewayId, now })
    await publishAccessChange(transaction, dependencies.bus, gatewayId)
  })
  return readApplianceAccess(dependencies, caller)
}

/**
 * An answer to a request for access. `body()` parses the answer; call it only after the check of rights. @throws
 * Refusal `rule-broken`
 */
type RequestAnswer = ApplianceCaller & { requestId: string; body(): z.infer<typeof accessRequestAnswer> }

/**
 * Accepts or declines a person's request for access. If several people answer at the same time, only the first answer
 * counts. Specification 26.12.
 * @throws Refusal `not-found` (also if the request is not open), `not-allowed-in-role`, `rule-broken`
 */
export async function answerAccessRequest(
  dependencies: PersonAccessDependencies,
  { requestId, body, ...caller }: RequestAnswer,
): Promise<void> {
  const { bus } = dependencies
  await changeApplianceUnderLock(dependencies, { caller, requireRight: requireAccessManager }, async (locked) => {
    const { transaction, gatewayId, personId: actorId, holder: manager, now } = locked
    const at = new Date(now)
    const { accept, role = 'VIEWER' } = body()
    const request = await deleteOpenAccessRequest(transaction, { gatewayId, requestId, now: at })
    if (!request) throw new Refusal('not-found')
    const { personId } = request
    if (!accept) {
      const activity = { kind: 'request-declined', actor: 'person', details: { person: personId } } as const
      await recordActivity(transaction, { ...activity, personId: actorId, gatewayId, now })
      const event = { kind: 'request-declined', role: null, accessEndsAt: null, dueAt: at } as const
      await insertAccessEvent(transaction, { ...event, gatewayId, personId, actorId })
      return publishAccessChange(transaction, bus, gatewayId)
    }
    // If a co-owner whose access has an end accepts the request, the new access has the same end.
    const { endsAt } = manager
    const coOwnerSince = role === 'CO_OWNER' ? at : null
    const givenAccess = { personId, gatewayId, addedAt: at, ownerSince: null, coOwnerSince, endsAt, faultsSince: null }
    await addOrReplaceHolder(transaction, givenAccess)
    const accessChange = { gatewayId, personId, kind: 'request-accepted', role, accessEndsAt: endsAt } as const
    await recordAccessChange(transaction, bus, { ...accessChange, actorId, now })
  })
}
