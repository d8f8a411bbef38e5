import * as z from 'zod/mini'
import { accessRole, givenRole } from './access-role.ts'
import { applianceTypes } from './appliance.ts'
import { emailAddress } from './email-address.ts'
import { openHandover } from './handover.ts'
import { companyTypes } from './service-contract.ts'
import { sharedDatatypes, sharingPurposes } from './sharing.ts'
import { askedTakeover } from './takeover.ts'

/** The maximum number of people with access to an appliance, of its open invitations, and of the invitations that a person sends in a day. */
export const maxPeople = 20
export const maxOpenInvitations = 10
export const maxInvitationsPerDay = 20

/** How many days an invitation can be accepted. */
export const invitationDays = 7

/** The maximum number of open requests for access to an appliance, and how many days one can be answered. */
export const maxOpenRequests = 10
export const requestDays = 30

/** The latest end of an access, in years from now. */
export const maxAccessYears = 10

/**
 * A person with access. `personRef` identifies the person within this appliance only. `name` is null if the person
 * has given none. `since`, `until` and `lastSeen` are RFC 3339; `until` is null for no end, `lastSeen` null if the
 * person is not signed in anywhere.
 */
const personWithAccess = z.object({
  personRef: z.string(),
  name: z.nullable(z.string()),
  role: accessRole,
  since: z.string(),
  until: z.nullable(z.string()),
  lastSeen: z.nullable(z.string()),
  isMe: z.boolean(),
})

export type PersonWithAccess = z.infer<typeof personWithAccess>

/** A company with a contract that is not declined. `name` of customer support is the address of its site. */
/** `since`: the first consent, RFC 3339; null for a viewer, and from a portal of the release before. */
const companyWithAccess = z.object({
  companyType: z.enum(companyTypes),
  name: z.string(),
  since: z.nullish(z.string()),
})

export type CompanyWithAccess = z.infer<typeof companyWithAccess>

/** An open invitation. `inviter` is null if that person has given no name. Times are RFC 3339. */
const openInvitation = z.object({
  id: z.uuid(),
  role: givenRole,
  until: z.nullable(z.string()),
  inviter: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
})

export type OpenInvitation = z.infer<typeof openInvitation>

/** An open request for access. `name` is null if the person has given none. `at` is RFC 3339. */
const openRequest = z.object({ id: z.uuid(), name: z.nullable(z.string()), at: z.string() })

export type OpenRequest = z.infer<typeof openRequest>

/** What an owner or co-owner shares with a program of a third party. `until`: the last day in UTC. Specification 27.4. */
const sharedGrant = z.object({
  id: z.uuid(),
  clientName: z.string(),
  companyName: z.nullable(z.string()),
  datatypes: z.array(z.enum(sharedDatatypes)),
  purpose: z.enum(sharingPurposes),
  until: z.iso.date(),
})

export type SharedGrant = z.infer<typeof sharedGrant>

/**
 * Who has access to an appliance. For a viewer only their own entry and the companies. `handover` is null if none is
 * open. Specification 26.1.
 */
export const applianceAccess = z.object({
  people: z.array(personWithAccess),
  companies: z.array(companyWithAccess),
  invitations: z.array(openInvitation),
  requests: z.array(openRequest),
  grants: z.array(sharedGrant),
  /** Whether a later claim becomes a request. For a viewer always false. */
  askFirst: z.boolean(),
  /** A takeover that the owner and co-owners may answer; null for none. */
  takeover: z.nullable(askedTakeover),
  handover: z.nullable(openHandover),
  /** Whether the portal can send links by email. For a viewer always false. */
  canEmailLinks: z.boolean(),
})

export type Access = z.infer<typeof applianceAccess>

/** An end of an access, RFC 3339. The server checks that it is later than now and at most 10 years away. */
const end = z.iso.datetime({ offset: true, error: 'pattern' })

/** The body of PATCH …/access/people/{personRef}: an absent field stays unchanged; `until` null means no end. */
export const personChange = z.strictObject({ role: z.optional(givenRole), until: z.optional(z.nullable(end)) })

/** The body of PATCH …/access. */
export const accessChange = z.strictObject({ askFirst: z.boolean() })

/** The body of POST …/access/requests/{requestId}. `role` is for an accepted request; a viewer by default. */
export const requestAnswer = z.strictObject({ accept: z.boolean(), role: z.optional(givenRole) })

/** The body of POST …/access/invitations. `email`: where the portal also sends the link; it is not kept. */
export const invitationWrite = z.strictObject({
  role: givenRole,
  until: z.optional(z.nullable(end)),
  email: z.optional(emailAddress),
})

/** The body of POST …/access/invitations/{invitationId}/resend. */
export const invitationResend = z.optional(z.strictObject({ email: z.optional(emailAddress) }))

/** A new invitation. Only this answer has the link: the portal stores a digest of it. */
export const newInvitation = z.object({ id: z.uuid(), url: z.string(), expiresAt: z.string() })

export type NewInvitation = z.infer<typeof newInvitation>

/** A person whose access the new owner may keep. */
const keptPerson = z.object({ personRef: z.string(), name: z.nullable(z.string()), role: givenRole })

/**
 * What a link offers, before it is accepted: an access, or by a hand-over the ownership (role `OWNER`). `city` is null
 * without an address. `keeps` has the people whose access ends with a hand-over unless the new owner keeps it.
 * Specification 26.3 and 26.10.
 */
export const invitationPreview = z.object({
  kind: z.enum(['invitation', 'handover']),
  inviter: z.nullable(z.string()),
  appliance: z.object({ type: z.enum(applianceTypes), city: z.nullable(z.string()) }),
  role: accessRole,
  until: z.nullable(z.string()),
  keeps: z.array(keptPerson),
})

export type InvitationPreview = z.infer<typeof invitationPreview>

/** 128 bits in base64url. */
export const personRef = z.string().check(z.regex(/^[\w-]{22}$/, { error: 'pattern' }))

/** The answer to a link. `keepPeople` is only for a hand-over: the people who keep their access; people who no longer have access are ignored. */
export const invitationAnswer = z.strictObject({
  accept: z.boolean(),
  keepPeople: z.optional(z.array(personRef).check(z.maxLength(maxPeople, { error: 'max-length' }))),
})

/** A company whose contract ended with a hand-over. */
const formerCompany = z.object({ companyType: z.enum(companyTypes), companyId: z.uuid(), name: z.string() })

export type FormerCompany = z.infer<typeof formerCompany>

/**
 * `connectionId` of the appliance that was added; null for a declined invitation. `companies` had access before a
 * hand-over, and may get the consent of the new owner.
 */
export const answeredInvitation = z.object({
  connectionId: z.nullable(z.uuid()),
  companies: z.array(formerCompany),
})

export type AnsweredInvitation = z.infer<typeof answeredInvitation>
