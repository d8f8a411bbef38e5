import type * as z from 'zod/mini'
import type { ApplianceAccess, PersonWithAccess, personAccessPatch } from '#contract/access.ts'
import type { TakeoverToAnswer } from '#contract/takeover.ts'
import {
  type ApplianceCaller,
  type ApplianceChangeDependencies,
  authoriseApplianceCall,
  changeApplianceUnderLock,
} from '#server/appliances/authorise-appliance-call.ts'
import { requireHolder, accessRoleOf } from '#server/appliances/policy.ts'
import { type Holder, removeHolder } from '#server/appliances/store.ts'
import { Refusal } from '#server/http/refusals.ts'
import { displayNameOf } from '#server/identity/display-name.ts'
import type { GrantStore } from './end-sharing-with-third-party.ts'
import type { LinkMailQueue } from './link-mails.ts'
import { readOpenHandover, toOpenHandover } from './handover/store.ts'
import { type StoredAccessRequest, readAskFirstSetting, readOpenAccessRequests } from './requests/store.ts'
import type { PersonRefEncoder } from './person-ref.ts'
import {
  requireAccessManager,
  refuseForbiddenAccessChange,
  refuseInvalidAccessEnd,
  refuseForbiddenPersonRemoval,
  maySeeAllPeople,
} from './policy.ts'
import { recordAccessChange } from './events/record-access-change.ts'
import {
  type NamedHolder,
  type StoredInvitation,
  readCompaniesWithContract,
  readNamedHolders,
  readOpenInvitations,
  updateAccess,
} from './store.ts'
import { type StoredTakeoverAwaitingOwner, findTakeoverAwaitingOwner } from './takeover/store.ts'

export type PersonAccessDependencies = ApplianceChangeDependencies & {
  personRefs: PersonRefEncoder
  grants: GrantStore
  /** Sends links by email. Null if the operator has not set up email. */
  linkMails: LinkMailQueue | null
}

/**
 * Returns the people and companies with access to an appliance. A viewer sees only their own access and the companies.
 * Specification 26.1.
 * @throws Refusal `not-found`
 */
export async function readApplianceAccess(
  dependencies: Omit<PersonAccessDependencies, 'bus'>,
  caller: ApplianceCaller,
): Promise<ApplianceAccess> {
  const { personRefs } = dependencies
  const { pool } = dependencies.database
  const { gatewayId, personId, holder: me, now } = await authoriseApplianceCall(dependencies, caller, requireHolder)
  const holders = await readNamedHolders(pool, gatewayId, now)
  const namedHolders = maySeeAllPeople(me) ? holders : holders.filter((one) => one.personId === personId)
  return {
    people: namedHolders.map((holder) => toPerson(holder, personRefs.refOf(gatewayId, holder.personId), personId)),
    companies: (await readCompaniesWithContract(pool, gatewayId)).map(({ since, ...company }) => ({
      ...company,
      since: maySeeAllPeople(me) ? since.toISOString() : null,
    })),
    ...(maySeeAllPeople(me) ? await readManaged(dependencies, { gatewayId, now }) : nothingManaged),
  }
}

/** The part of `ApplianceAccess` that is empty in the answer to a viewer. */
type Managed = Omit<ApplianceAccess, 'people' | 'companies'>

const nothingManaged: Managed = {
  invitations: [],
  requests: [],
  grants: [],
  askFirst: false,
  takeover: null,
  handover: null,
  canEmailLinks: false,
}

async function readManaged(
  { database: { pool: db }, grants, linkMails }: Pick<PersonAccessDependencies, 'database' | 'grants' | 'linkMails'>,
  { gatewayId, now }: { gatewayId: string; now: number },
): Promise<Managed> {
  const handover = await readOpenHandover(db, { gatewayId, now })
  return {
    invitations: (await readOpenInvitations(db, gatewayId, now)).map(toInvitation),
    requests: (await readOpenAccessRequests(db, gatewayId, now)).map(toRequest),
    grants: await grants.readGrants(db, gatewayId, now),
    askFirst: await readAskFirstSetting(db, gatewayId),
    takeover: toAskedTakeover(await findTakeoverAwaitingOwner(db, gatewayId)),
    handover: handover && toOpenHandover(handover),
    canEmailLinks: linkMails !== null,
  }
}

function toPerson(holder: NamedHolder, personRef: string, myId: string): PersonWithAccess {
  const { ownerSince, coOwnerSince, addedAt, endsAt, lastSeen } = holder
  return {
    personRef,
    name: displayNameOf(holder),
    role: accessRoleOf(holder),
    since: (ownerSince ?? coOwnerSince ?? addedAt).toISOString(),
    until: endsAt?.toISOString() ?? null,
    lastSeen: lastSeen?.toISOString() ?? null,
    isMe: holder.personId === myId,
  }
}

function toInvitation({ id, role, accessEndsAt, createdAt, expiresAt, ...inviter }: StoredInvitation) {
  return {
    id,
    role,
    until: accessEndsAt?.toISOString() ?? null,
    inviter: displayNameOf(inviter),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

function toRequest({ id, createdAt, ...person }: StoredAccessRequest) {
  return { id, name: displayNameOf(person), at: createdAt.toISOString() }
}

function toAskedTakeover(takeover: StoredTakeoverAwaitingOwner | null): TakeoverToAnswer | null {
  return takeover && { id: takeover.id, name: displayNameOf(takeover), until: takeover.decidedAt.toISOString() }
}

type Change = z.infer<typeof personAccessPatch>

/**
 * A change of a person's access. `body()` parses the change; call it only after the check of rights. @throws Refusal
 * `rule-broken`
 */
type WantedChange = ApplianceCaller & { personRef: string; body(): Change }

/**
 * Changes the role of a person or the time at which their access ends, and returns the result of `readApplianceAccess`.
 * Specification 26.2.
 * @throws Refusal `not-found`, `not-allowed-in-role`, `rule-broken`
 */
export async function changePersonAccess(
  dependencies: PersonAccessDependencies,
  { personRef, body, ...caller }: WantedChange,
): Promise<ApplianceAccess> {
  const { bus, personRefs } = dependencies
  await changeApplianceUnderLock(dependencies, { caller, requireRight: requireAccessManager }, async (locked) => {
    const { transaction, gatewayId, holders, holder: manager, now } = locked
    const person = personNamed(holders, { gatewayId, personRef, personRefs })
    refuseForbiddenAccessChange(manager, person)
    const change = toChange(person, body(), now)
    refuseInvalidAccessEnd(manager, change.endsAt, now)
    if (isSame(person, change)) return
    const { personId } = person
    await updateAccess(transaction, { gatewayId, personId, ...change })
    const role = change.coOwnerSince === null ? 'VIEWER' : 'CO_OWNER'
    const accessChange = { gatewayId, personId, kind: 'changed', role, accessEndsAt: change.endsAt } as const
    await recordAccessChange(transaction, bus, { ...accessChange, actorId: locked.personId, now })
  })
  return readApplianceAccess(dependencies, caller)
}

function toChange(person: Holder, { role, until }: Change, now: number) {
  const coOwnerSince = { CO_OWNER: person.coOwnerSince ?? new Date(now), VIEWER: null }
  const endsAt = until === undefined ? person.endsAt : parseAccessEnd(until)
  return { coOwnerSince: role === undefined ? person.coOwnerSince : coOwnerSince[role], endsAt }
}

/** Parses the time at which an access ends, from a request's body. Null means that the access has no end. */
export function parseAccessEnd(until: string | null): Date | null {
  return until === null ? null : new Date(until)
}

function isSame(before: Holder, after: Pick<Holder, 'coOwnerSince' | 'endsAt'>): boolean {
  return (
    before.coOwnerSince?.getTime() === after.coOwnerSince?.getTime() &&
    before.endsAt?.getTime() === after.endsAt?.getTime()
  )
}

/**
 * Ends the access of a person. A person who ends their own access leaves the appliance. Specification 26.2.
 * @throws Refusal `not-found`, `not-allowed-in-role`
 */
export async function endPersonAccess(
  dependencies: PersonAccessDependencies,
  { personRef, ...caller }: ApplianceCaller & { personRef: string },
): Promise<void> {
  const { bus, personRefs } = dependencies
  await changeApplianceUnderLock(dependencies, { caller, requireRight: requireHolder }, async (locked) => {
    const { transaction, gatewayId, personId: actorId, holders, holder: remover, now } = locked
    const visible = maySeeAllPeople(remover) ? holders : [remover]
    const person = personNamed(visible, { gatewayId, personRef, personRefs })
    refuseForbiddenPersonRemoval(remover, person)
    const { personId } = person
    await removeHolder(transaction, gatewayId, personId)
    const kind = personId === actorId ? 'left' : 'removed'
    const accessChange = { gatewayId, personId, kind, role: null, accessEndsAt: null } as const
    await recordAccessChange(transaction, bus, { ...accessChange, actorId, now })
  })
}

type NamedPerson = { gatewayId: string; personRef: string; personRefs: PersonRefEncoder }

function personNamed(holders: readonly Holder[], { gatewayId, personRef, personRefs }: NamedPerson): Holder {
  const person = holders.find(({ personId }) => personRefs.refOf(gatewayId, personId) === personRef)
  if (!person) throw new Refusal('not-found')
  return person
}
