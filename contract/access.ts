import * as z from 'zod/mini'
import { accessRole, grantableRole } from './access-role.ts'
import { applianceTypes } from './appliance.ts'
import { emailAddress } from './email-address.ts'
import { openHandover } from './handover.ts'
import { companyTypes } from './service-contract.ts'
import { sharedDatatypes, sharingPurposes } from './sharing.ts'
import { takeoverToAnswer } from './takeover.ts'

/**
 * The maximum numbers of people with access to an appliance and of its open invitations, and of the invitations that
 * one person sends in a day.
 */
export const maxPeoplePerAppliance = 20
export const maxOpenInvitations = 10
export const maxInvitationsPerDay = 20

/** The number of days for which an invitation can be accepted. */
export const invitationValidDays = 7

/**
 * The maximum number of open requests for access to an appliance, and the number of days for which a request can be
 * answered.
 */
export const maxOpenAccessRequests = 10
export const accessRequestValidDays = 30

/** The maximum number of years until the end of an access. */
export const maxAccessYears = 10

/**
 * A person with access to an appliance. `personRef` identifies the person within this appliance only. `name` is null if
 * the person has given no name. Times are RFC 3339: `until` is the end of the access, null for no end; `lastSeen` is
 * the last renewal of a session or the last recorded view of the appliance, null if there is neither.
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

/**
 * A company whose contract with an appliance is not declined. The `name` of a customer support is the address of its
 * website. `since`: the first consent to the contract, RFC 3339; null for a viewer.
 */
const companyWithAccess = z.object({
  companyType: z.enum(companyTypes),
  name: z.string(),
  since: z.nullable(z.string()),
})

export type CompanyWithAccess = z.infer<typeof companyWithAccess>

/** An open invitation. `inviter` is null if that person has given no name. Times are RFC 3339. */
const openInvitation = z.object({
  id: z.uuid(),
  role: grantableRole,
  until: z.nullable(z.string()),
  inviter: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
})

export type OpenInvitation = z.infer<typeof openInvitation>

/** An open request for access. `name` is null if the person has given none. `at` is RFC 3339. */
const openRequest = z.object({ id: z.uuid(), name: z.nullable(z.string()), at: z.string() })

export type OpenAccessRequest = z.infer<typeof openRequest>

/**
 * The access of a third party's program that an owner or co-owner has granted. `until`: the last day of the grant, in
 * UTC. `isSuspended`: the operator has refused or suspended the program, which gets no data until a new approval.
 * Specification 27.4.
 */
const sharedGrant = z.object({
  id: z.uuid(),
  clientName: z.string(),
  companyName: z.nullable(z.string()),
  datatypes: z.array(z.enum(sharedDatatypes)),
  purpose: z.enum(sharingPurposes),
  until: z.iso.date(),
  isSuspended: z.boolean(),
})

export type SharedGrant = z.infer<typeof sharedGrant>

/**
 * The people, companies and programs with access to an appliance. A viewer gets only their own entry and the companies.
 * `handover` is null if no hand-over is open. Specification 26.1.
 */
export const applianceAccess = z.object({
  people: z.array(personWithAccess),
  companies: z.array(companyWithAccess),
  invitations: z.array(openInvitation),
  requests: z.array(openRequest),
  grants: z.array(sharedGrant),
  /** Whether a later claim becomes a request for access, which somebody must accept. Always false for a viewer. */
  askFirst: z.boolean(),
  /** A takeover that the owner and co-owners may answer; null if there is none. */
  takeover: z.nullable(takeoverToAnswer),
  handover: z.nullable(openHandover),
  /** Whether the portal can send links by email. Always false for a viewer. */
  canEmailLinks: z.boolean(),
})

export type ApplianceAccess = z.infer<typeof applianceAccess>

/** The end of an access, RFC 3339. The server also checks that it is in the future and at most 10 years away. */
const end = z.iso.datetime({ offset: true, error: 'pattern' })

/**
 * The body of PATCH …/access/people/{personRef}. An absent field stays unchanged; `until: null` means that the access
 * does not end.
 */
export const personAccessPatch = z.strictObject({ role: z.optional(grantableRole), until: z.optional(z.nullable(end)) })

/**
 * The body of PATCH …/access. `askFirst`: whether a later claim becomes a request for access, which somebody must
 * accept.
 */
export const accessSettingsPatch = z.strictObject({ askFirst: z.boolean() })

/**
 * The body of POST …/access/requests/{requestId}. `role`: the role that an accepted request gives; viewer by default.
 */
export const accessRequestAnswer = z.strictObject({ accept: z.boolean(), role: z.optional(grantableRole) })

/**
 * The body of POST …/access/invitations. `email`: the address to which the portal also sends the link; the portal
 * deletes that address after the email.
 */
export const invitationRequestBody = z.strictObject({
  role: grantableRole,
  until: z.optional(z.nullable(end)),
  email: z.optional(emailAddress),
})

/**
 * The body of POST …/access/invitations/{invitationId}/resend. `email`: the address to which the portal also sends
 * the new link.
 */
export const invitationResendBody = z.optional(z.strictObject({ email: z.optional(emailAddress) }))

/** A new invitation. No other answer contains the link, because the portal stores only its digest. */
export const createdInvitation = z.object({ id: z.uuid(), url: z.string(), expiresAt: z.string() })

export type CreatedInvitation = z.infer<typeof createdInvitation>

/** A person whose access the new owner may keep after a hand-over. */
const keptPerson = z.object({ personRef: z.string(), name: z.nullable(z.string()), role: grantableRole })

/**
 * The content of a link, as shown to a person before they answer: an access, or in a hand-over the ownership (role
 * `OWNER`). `inviter` is null if that person has given no name; `city` is null if the appliance has no address.
 *
 * `keeps`: the people whose access ends with a hand-over unless the new owner lets them keep it. Specification 26.3 and
 * 26.10.
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

/** The reference that identifies a person within one appliance: 128 bits in base64url. */
export const personRef = z.string().check(z.regex(/^[\w-]{22}$/, { error: 'pattern' }))

/**
 * The answer of a person to a link. `keepPeople`: the people who keep their access after a hand-over. The server
 * ignores people who no longer have access.
 */
export const invitationAnswer = z.strictObject({
  accept: z.boolean(),
  keepPeople: z.optional(z.array(personRef).check(z.maxLength(maxPeoplePerAppliance, { error: 'max-length' }))),
})

/** A company whose contract ends with a hand-over. */
const formerCompany = z.object({ companyType: z.enum(companyTypes), companyId: z.uuid(), name: z.string() })

export type FormerCompany = z.infer<typeof formerCompany>

/**
 * The result of an answer to a link. `connectionId`: the appliance that the person got; null after a declined
 * invitation. `companies`: the companies that had a contract before a hand-over; the new owner can consent to them.
 */
export const invitationAnswerOutcome = z.object({
  connectionId: z.nullable(z.uuid()),
  companies: z.array(formerCompany),
})

export type InvitationAnswerOutcome = z.infer<typeof invitationAnswerOutcome>
