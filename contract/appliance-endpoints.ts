import * as z from 'zod/mini'
import { addressWrite } from './address-form.ts'
import { claim } from './claim.ts'
import { brandQuery, connectionId } from './api-parameters.ts'
import { naming } from './appliance-name.ts'
import { subscriptions } from './event-bus.ts'
import { consentRenewal, contractRequest } from './service-contract.ts'
import { id } from './text.ts'
import { applianceApi } from './appliance-api.ts'
import { termsRequired, type ServedEndpoint } from './endpoint.ts'

const contractId = z.object({ gatewayId: id, companyId: id })

/** The endpoints of `applianceApi` with the inputs and refusals that only the server needs. Specification 13. */
export const applianceEndpoints = {
  listConnections: { ...applianceApi.listConnections, ...termsRequired, query: brandQuery },
  readConnection: {
    ...applianceApi.readConnection,
    ...termsRequired,
    params: connectionId,
    query: brandQuery,
    refusals: ['not-found'],
  },
  addConnection: {
    ...applianceApi.addConnection,
    ...termsRequired,
    body: claim,
    refusals: ['credentials-rejected', 'already-added', 'request-limit'],
  },
  renameConnection: {
    ...applianceApi.renameConnection,
    ...termsRequired,
    params: connectionId,
    body: naming,
    refusals: ['not-found'],
  },
  deleteConnection: {
    ...applianceApi.deleteConnection,
    ...termsRequired,
    params: connectionId,
    refusals: ['not-found'],
  },
  changeAddress: {
    ...applianceApi.changeAddress,
    ...termsRequired,
    params: connectionId,
    body: addressWrite,
    refusals: ['not-found', 'not-owner', 'country-locked'],
  },
  addContract: {
    ...applianceApi.addContract,
    ...termsRequired,
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
  endContract: {
    ...applianceApi.endContract,
    ...termsRequired,
    params: contractId,
    refusals: ['not-found', 'not-owner'],
  },
  renewConsent: {
    ...applianceApi.renewConsent,
    ...termsRequired,
    params: contractId,
    body: z.optional(consentRenewal),
    refusals: ['not-found', 'not-owner', 'consent-text-changed'],
  },
  subscribe: { ...applianceApi.subscribe, ...termsRequired, body: subscriptions, refusals: ['not-found'] },
  unsubscribe: { ...applianceApi.unsubscribe, ...termsRequired },
} as const satisfies Record<keyof typeof applianceApi, ServedEndpoint>
