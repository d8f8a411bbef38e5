import type { Provider } from 'oidc-provider'
import type * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { endOfGrant, parseHistoryMonths, type sharingAnswer } from '#contract/sharing.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { EndpointAdder, EndpointCall } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import { storeGrantWithReceipt } from '#server/service-changes/consents/grants/grant-changes.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { isSandboxClient } from '../partner-client.ts'
import type { PseudonymousIds } from '../pseudonymous-ids.ts'
import type { SharingCookie } from '../sharing-cookie.ts'
import {
  type OpenConsentRequest,
  readOpenConsentRequest,
  readConsentPageContent,
  readShareableAppliancesForClient,
  findSharingTextByDigest,
} from './consent-request.ts'
import type { Services } from '#server/services.ts'

export type SharingDependencies = Pick<Services, 'pool' | 'bus' | 'clock' | 'persons' | 'recordReceipt'> & {
  authorization(): Promise<Pick<Provider, 'Interaction' | 'Grant'>>
  cookie: SharingCookie
  ids: PseudonymousIds
}

type Answer = Pick<z.infer<typeof sharingAnswer>, 'connectionIds' | 'shown'> & { personId: string }

type Call = Pick<EndpointCall<typeof api.readSharing>, 'request' | 'params'>

/** Adds the endpoints for the consent of a person to share appliances with a third party. Specification 27.3. */
export function addSharingRoutes(add: EndpointAdder, dependencies: SharingDependencies): void {
  const { pool, bus, clock, persons, authorization, cookie, ids } = dependencies

  add(api.readSharing, async (call) => {
    const question = await find(call)
    return readConsentPageContent(pool, question, { personId: await persons.personIdOf(call.caller), now: clock.now() })
  })

  add(api.answerSharing, async (call) => {
    const question = await find(call)
    const { accept, connectionIds, shown } = call.body()
    const personId = await persons.personIdOf(call.caller)
    const { interaction } = question
    interaction.result =
      accept && connectionIds.length > 0
        ? {
            login: { accountId: ids.idFor(question.client.id, personId), remember: false },
            consent: { grantId: await share(question, { personId, connectionIds, shown }) },
          }
        : { error: 'access_denied', error_description: 'The person shares nothing' }
    await interaction.persist()
    return { continueUrl: interaction.returnTo }
  })

  /**
   * Finds a request for consent. Only the browser that began the request can read and answer it. @throws Refusal
   * `not-found`
   */
  async function find({ request, params: { requestId } }: Call): Promise<OpenConsentRequest> {
    if (!cookie.isOf(request, requestId)) throw new Refusal('not-found')
    const { Interaction } = await authorization()
    return readOpenConsentRequest(pool, await Interaction.find(requestId), clock.now())
  }

  /**
   * Stores the grants of an answer. Returns the id of their authorization. @throws Refusal `not-owner`,
   * `consent-text-changed`
   */
  async function share(question: OpenConsentRequest, { personId, connectionIds, shown }: Answer): Promise<string> {
    const { client, detail, interaction } = question
    const now = clock.now()
    const possible = new Set(
      (await readShareableAppliancesForClient(pool, { client, personId, now })).map(({ id }) => id),
    )
    const applianceIds = [...new Set(connectionIds)]
    if (!applianceIds.every((id) => possible.has(id))) throw new Refusal('not-owner')
    const text = findSharingTextByDigest(question, shown)
    const { Grant } = await authorization()
    const grant = new Grant({ accountId: ids.idFor(client.id, personId), clientId: client.id })
    grant.addOIDCScope(scopesOf(interaction.params.scope))
    grant.addRar(detail)
    const authorizationId = await grant.save()
    await inTransaction(pool, async (transaction) => {
      for (const applianceId of applianceIds) {
        await storeGrantWithReceipt(transaction, dependencies, {
          authorizationId,
          applianceId,
          personId,
          isTest: isSandboxClient(client),
          clientId: client.id,
          datatypes: detail.datatypes,
          historyMonths: parseHistoryMonths(detail.history),
          purpose: detail.purpose,
          createdAt: new Date(now),
          endsAt: new Date(endOfGrant(detail.until)),
          shown: text,
        })
        if (!isSandboxClient(client)) await publishServiceChange(transaction, bus, { gatewayId: applianceId })
      }
    })
    return authorizationId
  }
}

const grantedScopes = ['openid', 'offline_access']

function scopesOf(scope = ''): string {
  return scope
    .split(' ')
    .filter((one) => grantedScopes.includes(one))
    .join(' ')
}
