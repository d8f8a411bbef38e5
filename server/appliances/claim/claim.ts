import { timingSafeEqual } from 'node:crypto'
import type { Claim } from '#contract/claim.ts'
import { recordAccessChange } from '#server/appliances/access/events/record-access-change.ts'
import { requestAccessFromOwner } from '#server/appliances/access/request-access-from-owner.ts'
import { readAskFirstSetting } from '#server/appliances/access/requests/store.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import { computeClaimDigest } from '#server/registry/digests.ts'
import type { ProviderSubject } from '#server/identity/store.ts'
import { decideClaim } from './policy.ts'
import { type Holder, addOrReplaceHolder, lockGatewayAndReadHolders, removeAllHolders } from '../store.ts'
import { type RegisteredGateway, findRegisteredGatewayBySerial } from './store.ts'
import type { Services } from '#server/services.ts'

export type ClaimDependencies = Pick<Services, 'database' | 'persons' | 'bus' | 'clock'> & { registryKey: Buffer }

/**
 * The type of gateway and the sticker values that a person entered. `brands`: the brands of the portal that the
 * person uses; null accepts any brand.
 */
export type ClaimProof = Pick<Claim, 'type' | 'credentials'> & { brands: readonly string[] | null }

/**
 * Finds the gateway with the sticker values that a person entered. The refusal and the amount of work are the same for
 * any wrong value, so that nobody can find out which value is wrong. Specification 13.5.
 * @throws Refusal `credentials-rejected`
 */
export async function verifyClaim(
  { database, registryKey }: ClaimDependencies,
  claim: ClaimProof,
): Promise<RegisteredGateway> {
  const { serial, access, userPwd } = claim.credentials
  const gateway = await findRegisteredGatewayBySerial(database.pool, serial)
  const digest = computeClaimDigest(registryKey, { serial, accessCode: access, userPassword: userPwd })
  const isProven = timingSafeEqual(digest, gateway?.claimDigest ?? Buffer.alloc(digest.length))
  if (!gateway || !isProven || !isFormFor(gateway, claim)) throw new Refusal('credentials-rejected')
  return gateway
}

/**
 * Returns whether the claim fits the gateway's type and brand. Test gateways of type `cold` are claimed as `rrc1`.
 * Specification 13.5.
 */
function isFormFor({ type, brand }: RegisteredGateway, claim: ClaimProof): boolean {
  const isType = type === claim.type || (type === 'cold' && claim.type === 'rrc1')
  return isType && (claim.brands === null || claim.brands.includes(brand))
}

/**
 * Adds a gateway to a person's list, as its owner or as a viewer. If its owner wants to be asked first, stores a
 * request for access instead. Simultaneous claims of one gateway run one after the other.
 * @throws Refusal `already-added`, `request-limit`
 */
export async function addGatewayOrRequestAccess(
  { database, persons, bus, clock }: ClaimDependencies,
  gatewayId: string,
  subject: ProviderSubject,
): Promise<'added' | 'requested'> {
  const personId = await persons.personIdOf(subject)
  return inTransaction(database.pool, async (transaction) => {
    const now = clock.now()
    const holders = await lockGatewayAndReadHolders(transaction, gatewayId, now)
    const decision = decideClaim(holders, { personId, asksFirst: await readAskFirstSetting(transaction, gatewayId) })
    if (decision === 'already-added') throw new Refusal('already-added')
    if (decision === 'asks-owner') {
      await requestAccessFromOwner(transaction, bus, { gatewayId, personId, now })
      return 'requested'
    }
    if (decision === 'becomes-owner') await removeAllHolders(transaction, gatewayId)
    const at = { actorId: personId, now }
    const others = decision === 'becomes-owner' ? holders.filter((holder) => holder.personId !== personId) : []
    for (const other of others) await recordAccessChange(transaction, bus, { ...removalOf(gatewayId, other), ...at })
    const addedAt = new Date(now)
    const ownerSince = decision === 'becomes-owner' ? addedAt : null
    await addOrReplaceHolder(transaction, {
      personId,
      gatewayId,
      addedAt,
      ownerSince,
      coOwnerSince: null,
      endsAt: null,
      faultsSince: null,
    })
    const grant = { gatewayId, personId, kind: 'given', role: 'VIEWER', accessEndsAt: null, way: 'claim' } as const
    if (decision === 'becomes-viewer') await recordAccessChange(transaction, bus, { ...grant, ...at })
    else await recordActivity(transaction, { ...claimOf(gatewayId, personId), now })
    await bus.publish(transaction, [{ kind: 'access', gatewayId }])
    return 'added'
  })
}

function claimOf(gatewayId: string, personId: string) {
  return { kind: 'appliance-claimed', actor: 'person', personId, gatewayId, details: {} } as const
}

function removalOf(gatewayId: string, { personId }: Holder) {
  return { gatewayId, personId, kind: 'removed', role: null, accessEndsAt: null } as const
}
