import type { Interaction } from 'oidc-provider'
import * as z from 'zod/mini'
import {
  type ApplianceAuthorizationDetail,
  applianceAuthorizationDetail,
} from '#contract/appliance-authorization-detail.ts'
import { isClosedProgram } from '#contract/programs.ts'
import { type SharingConsentRequest, lastDayOfGrant, parseHistoryMonths } from '#contract/sharing.ts'
import type { ShownTextDigest } from '#contract/consent-text.ts'
import { sharingTextOf } from '#contract/sharing-text.ts'
import type { Queryable } from '#server/database/sql.ts'
import { Refusal } from '#server/http/refusals.ts'
import { findConsentTextByDigest } from '#server/service-changes/consents/consent-texts.ts'
import type { SharingConsentText } from '#server/service-changes/consents/receipt-recorder.ts'
import { type PartnerClient, isSandboxClient } from '../partner-client.ts'
import {
  type PartnerGrant,
  findPartnerClient,
  readShareableAppliances,
  readGrantsOfPersonForClient,
  readTestAppliances,
} from '../store.ts'

/** A request for consent that is not answered yet, with its client and the requested data. */
export type OpenConsentRequest = {
  interaction: Interaction
  client: PartnerClient
  detail: ApplianceAuthorizationDetail
}

const details = z.tuple([applianceAuthorizationDetail])

/** Whether this browser began the request for consent. */
function defaultDetail(now: number): ApplianceAuthorizationDetail {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + 1)
  return {
    type: 'appliance',
    actions: ['read'],
    datatypes: ['status', 'faults'],
    history: 'P0M',
    purpose: 'other',
    until: until.toISOString().slice(0, 'YYYY-MM-DD'.length),
  }
}

/**
 * Checks a request for consent, and returns it with its client and the requested data.
 * @throws Refusal `not-found` if the request has ended or is answered, or if the client is refused or suspended
 */
export async function readOpenConsentRequest(
  db: Queryable,
  interaction: Interaction | undefined,
  now: number,
): Promise<OpenConsentRequest> {
  if (!interaction || interaction.result) throw new Refusal('not-found')
  const { client_id: clientId = '', authorization_details: wanted } = interaction.params
  const client = await findPartnerClient(db, clientId)
  if (!client || isClosedProgram(client)) throw new Refusal('not-found')
  const detail = wanted === undefined ? defaultDetail(now) : details.parse(JSON.parse(wanted))[0]
  return { interaction, client, detail }
}

type Asked = { client: PartnerClient; personId: string; now: number }

/**
 * Reads the appliances that the person may share with a client. With a sandbox client only its developer can share,
 * and only the client's test appliances.
 */
export async function readShareableAppliancesForClient(
  db: Queryable,
  { client, personId, now }: Asked,
): Promise<Omit<SharingConsentRequest['appliances'][number], 'shared'>[]> {
  if (!isSandboxClient(client)) return readShareableAppliances(db, personId, now)
  if (client.developerId !== personId) return []
  return (await readTestAppliances(db, [client.id])).map(({ id, name, type }) => ({ id, name, type, city: null }))
}

/** Reads the content of the consent page. */
export async function readConsentPageContent(
  db: Queryable,
  { client, detail }: OpenConsentRequest,
  { personId, now }: Omit<Asked, 'client'>,
): Promise<SharingConsentRequest> {
  const shared = await readGrantsOfPersonForClient(db, { personId, clientId: client.id, now })
  const sharedById = new Map(shared.map((grant) => [grant.applianceId, toExistingShare(grant)]))
  return {
    client: shownClient(client),
    datatypes: detail.datatypes,
    historyMonths: parseHistoryMonths(detail.history),
    purpose: detail.purpose,
    until: detail.until,
    appliances: (await readShareableAppliancesForClient(db, { client, personId, now })).map((one) => ({
      ...one,
      shared: sharedById.get(one.id) ?? null,
    })),
  }
}

function shownClient({ name, companyName, registerNumber, country, ...client }: PartnerClient) {
  return { name, companyName, registerNumber, country, isSandbox: isSandboxClient(client) }
}

function toExistingShare({ datatypes, historyMonths, purpose, endsAt }: PartnerGrant) {
  return { datatypes, historyMonths, purpose, until: lastDayOfGrant(endsAt) }
}

/**
 * Returns the text that the consent page showed, with its language. Returns null if the page sent no digest of the
 * text.
 * @throws Refusal `consent-text-changed` if the digest belongs to no current text
 */
export function findSharingTextByDigest(
  { client, detail }: OpenConsentRequest,
  shown: ShownTextDigest | undefined,
): SharingConsentText | null {
  const { datatypes, history, purpose, until } = detail
  const facts = {
    client: shownClient(client),
    datatypes,
    historyMonths: parseHistoryMonths(history),
    purpose,
    until,
  }
  const text = findConsentTextByDigest({ shown, textIn: (format) => sharingTextOf(facts, format) })
  return shown && text !== null ? { text, language: shown.language } : null
}
