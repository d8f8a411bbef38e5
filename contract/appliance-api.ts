import * as z from 'zod/mini'
import { addressWrite } from './address-form.ts'
import { connection, connectionList } from './appliance.ts'
import { claim } from './claim.ts'
import { brandQuery, connectionId } from './api-parameters.ts'
import type { Endpoint } from './endpoint.ts'
import { naming } from './naming.ts'
import { subscriptions } from './push.ts'
import { contractRequest, serviceContract } from './service-contract.ts'
import { id } from './text.ts'

const contractId = z.object({ gatewayId: id, companyId: id })

/** The paths of /api/2 about appliances: the list, one appliance, and subscriptions. Specification 13. */
export const applianceApi = {
  listConnections: {
    method: 'GET',
    path: '/api/2/connections',
    access: 'gateway.list',
    terms: true,
    params: null,
    query: brandQuery,
    body: null,
    answer: connectionList,
    refusals: [],
  },
  readConnection: {
    method: 'GET',
    path: '/api/2/connections/:id',
    access: 'gateway.list',
    terms: true,
    params: connectionId,
    query: brandQuery,
    body: null,
    answer: connection,
    refusals: ['not-found'],
  },
  addConnection: {
    method: 'POST',
    path: '/api/2/connections',
    access: 'gateway.claiming',
    terms: true,
    params: null,
    query: null,
    body: claim,
    answer: connection,
    refusals: ['credentials-rejected', 'already-added'],
  },
  renameConnection: {
    method: 'PATCH',
    path: '/api/2/connections/:id',
    access: 'gateway.list',
    terms: true,
    params: connectionId,
    query: null,
    body: naming,
    answer: connection,
    refusals: ['not-found'],
  },
  deleteConnection: {
    method: 'DELETE',
    path: '/api/2/connections/:id',
    access: 'gateway.removal',
    terms: true,
    params: connectionId,
    query: null,
    body: null,
    answer: null,
    refusals: ['not-found'],
  },
  changeAddress: {
    method: 'PUT',
    path: '/api/2/connections/:id/address',
    access: 'gateway.users',
    terms: true,
    params: connectionId,
    query: null,
    body: addressWrite,
    answer: connection,
    refusals: ['not-found', 'not-owner', 'country-locked'],
  },
  addContract: {
    method: 'POST',
    path: '/api/2/connections/:gatewayId/companies',
    access: 'gateway.users',
    terms: true,
    params: z.object({ gatewayId: id }),
    query: null,
    body: contractRequest,
    answer: serviceContract,
    refusals: ['not-found', 'not-owner', 'address-missing', 'provider-exists', 'support-exists'],
  },
  endContract: {
    method: 'DELETE',
    path: '/api/2/connections/:gatewayId/companies/:companyId',
    access: 'gateway.users',
    terms: true,
    params: contractId,
    query: null,
    body: null,
    answer: null,
    refusals: ['not-found', 'not-owner'],
  },
  renewConsent: {
    method: 'PATCH',
    path: '/api/2/connections/:gatewayId/companies/:companyId',
    access: 'gateway.users',
    terms: true,
    params: contractId,
    query: null,
    body: z.optional(z.strictObject({})),
    answer: serviceContract,
    refusals: ['not-found', 'not-owner'],
  },
  subscribe: {
    method: 'POST',
    path: '/api/2/subscriptions',
    access: 'resource',
    terms: true,
    params: null,
    query: null,
    body: subscriptions,
    answer: subscriptions,
    refusals: ['not-found'],
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/api/2/subscriptions',
    access: 'resource',
    terms: true,
    params: null,
    query: null,
    body: null,
    answer: null,
    refusals: [],
  },
} as const satisfies Record<string, Endpoint>
