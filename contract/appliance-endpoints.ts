import * as z from 'zod/mini'
import { addressRequestBody } from './address-form.ts'
import { claim } from './claim.ts'
import { brandQuery, connectionId } from './api-parameters.ts'
import { applianceNamePatch } from './appliance-name.ts'
import { subscriptions } from './event-bus.ts'
import { consentRenewal, contractRequest } from './service-contract.ts'
import { lowerCaseUuid } from './text-schemas.ts'
import { applianceApi } from './appliance-api.ts'
import { addInputs } from './endpoint.ts'

const contractId = z.object({ gatewayId: lowerCaseUuid, companyId: lowerCaseUuid })

/** The endpoints of `applianceApi` with the inputs and refusals that only the server needs. Specification 13. */
export const applianceEndpoints = addInputs(applianceApi, {
  listConnections: { query: brandQuery },
  readConnection: { params: connectionId, query: brandQuery, refusals: ['not-found'] },
  addConnection: { body: claim, refusals: ['credentials-rejected', 'already-added', 'request-limit'] },
  renameConnection: { params: connectionId, body: applianceNamePatch, refusals: ['not-found'] },
  deleteConnection: { params: connectionId, refusals: ['not-found'] },
  changeAddress: {
    params: connectionId,
    body: addressRequestBody,
    refusals: ['not-found', 'not-owner', 'country-locked'],
  },
  addContract: {
    params: z.object({ gatewayId: lowerCaseUuid }),
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
  endContract: { params: contractId, refusals: ['not-found', 'not-owner'] },
  renewConsent: {
    params: contractId,
    body: z.optional(consentRenewal),
    refusals: ['not-found', 'not-owner', 'consent-text-changed'],
  },
  subscribe: { body: subscriptions, refusals: ['not-found'] },
  unsubscribe: {},
})
