import * as z from 'zod/mini'
import { addressRequestBody } from './address-form.ts'
import { claim } from './claim.ts'
import { brandQuery, connectionId } from './api-parameters.ts'
import { applianceNamePatch } from './appliance-name.ts'
import { subscriptions } from './event-bus.ts'
import { consentRenewal, contractRequest } from './service-contract.ts'
import { lowerCaseUuid } from './text-schemas.ts'
import { applianceApi } from './appliance-api.ts'
import { termsRequiredDefaults, type ServerEndpoint } from './endpoint.ts'

const contractId = z.object({ gatewayId: lowerCaseUuid, companyId: lowerCaseUuid })

/** The endpoints of `applianceApi` with the inputs and refusals that only the server needs. Specification 13. */
export const applianceEndpoints = {
  listConnections: { ...applianceApi.listConnections, ...termsRequiredDefaults, query: brandQuery },
  readConnection: {
    ...applianceApi.readConnection,
    ...termsRequiredDefaults,
    params: connectionId,
    query: brandQuery,
    refusals: ['not-found'],
  },
  addConnection: {
    ...applianceApi.addConnection,
    ...termsRequiredDefaults,
    body: claim,
    refusals: ['credentials-rejected', 'already-added', 'request-limit'],
  },
  renameConnection: {
    ...applianceApi.renameConnection,
    ...termsRequiredDefaults,
    params: connectionId,
    body: applianceNamePatch,
    refusals: ['not-found'],
  },
  deleteConnection: {
    ...applianceApi.deleteConnection,
    ...termsRequiredDefaults,
    params: connectionId,
    refusals: ['not-found'],
  },
  changeAddress: {
    ...applianceApi.changeAddress,
    ...termsRequiredDefaults,
    params: connectionId,
    body: addressRequestBody,
    refusals: ['not-found', 'not-owner', 'country-locked'],
  },
  addContract: {
    ...applianceApi.addContract,
    ...termsRequiredDefaults,
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
  endContract: {
    ...applianceApi.endContract,
    ...termsRequiredDefaults,
    params: contractId,
    refusals: ['not-found', 'not-owner'],
  },
  renewConsent: {
    ...applianceApi.renewConsent,
    ...termsRequiredDefaults,
    params: contractId,
    body: z.optional(consentRenewal),
    refusals: ['not-found', 'not-owner', 'consent-text-changed'],
  },
  subscribe: { ...applianceApi.subscribe, ...termsRequiredDefaults, body: subscriptions, refusals: ['not-found'] },
  unsubscribe: { ...applianceApi.unsubscribe, ...termsRequiredDefaults },
} as const satisfies Record<keyof typeof applianceApi, ServerEndpoint>
