import * as z from 'zod/mini'
import { addressWrite } from './address-form.ts'
import { claim } from './claim.ts'
import { brandQuery, connectionId } from './api-parameters.ts'
import { naming } from './naming.ts'
import { subscriptions } from './push.ts'
import { consentRenewal, contractRequest } from './service-contract.ts'
import { id } from './text.ts'
import { applianceApi } from './appliance-api.ts'
import { afterTerms, type ServedEndpoint } from './endpoint.ts'

const contractId = z.object({ gatewayId: id, companyId: id })

/** The endpoints of `applianceApi` with the inputs and refusals that only the server needs. Specification 13. */
export const applianceEndpoints = {
  listConnections: { ...applianceApi.listConnections, ...afterTerms, query: brandQuery },
  readConnection: {
    ...applianceApi.readConnection,
    ...afterTerms,
    params: connectionId,
    query: brandQuery,
    refusals: ['not-found'],
  },
  addConnection: {
    ...applianceApi.addConnection,
    ...afterTerms,
    body: claim,
    refusals: ['credentials-rejected', 'already-added', 'request-limit'],
  },
  renameConnection: {
    ...applianceApi.renameConnection,
    ...afterTerms,
    params: connectionId,
    body: naming,
    refusals: ['not-found'],
  },
  deleteConnection: { ...applianceApi.deleteConnection, ...afterTerms, params: connectionId, refusals: ['not-found'] },
  changeAddress: {
    ...applianceApi.changeAddress,
    ...afterTerms,
    params: connectionId,
    body: addressWrite,
    refusals: ['not-found', 'not-owner', 'country-locked'],
  },
  addContract: {
    ...applianceApi.addContract,
    ...afterTerms,
    params: z.object({ gatewayId: id }),
    body: contractRequest,
    refusals: [
      'not-found',
      'not-owner',
      'address-missing',
      'provider-exists',
      'support-exists',
      'consent-text-changed',
    ],
  },
  endContract: { ...applianceApi.endContract, ...afterTerms, params: contractId, refusals: ['not-found', 'not-owner'] },
  renewConsent: {
    ...applianceApi.renewConsent,
    ...afterTerms,
    params: contractId,
    body: z.optional(consentRenewal),
    refusals: ['not-found', 'not-owner', 'consent-text-changed'],
  },
  subscribe: { ...applianceApi.subscribe, ...afterTerms, body: subscriptions, refusals: ['not-found'] },
  unsubscribe: { ...applianceApi.unsubscribe, ...afterTerms },
} as const satisfies Record<keyof typeof applianceApi, ServedEndpoint>
