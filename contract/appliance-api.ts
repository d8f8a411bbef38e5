import { connection, connectionList } from './appliance.ts'
import { accessRequestedAnswer } from './access-requested-answer.ts'
import { subscriptions } from './event-bus.ts'
import { serviceContract } from './service-contract.ts'
import type { Endpoint } from './endpoint.ts'

/** The paths of /api/2 about appliances: the list, one appliance, and subscriptions. Specification 13. */
export const applianceApi = {
  listConnections: { method: 'GET', path: '/api/2/connections', access: 'gateway.list', answer: connectionList },
  readConnection: { method: 'GET', path: '/api/2/connections/:id', access: 'gateway.list', answer: connection },
  addConnection: {
    method: 'POST',
    path: '/api/2/connections',
    access: 'gateway.claiming',
    answer: connection,
    waiting: accessRequestedAnswer,
  },
  renameConnection: { method: 'PATCH', path: '/api/2/connections/:id', access: 'gateway.list', answer: connection },
  deleteConnection: { method: 'DELETE', path: '/api/2/connections/:id', access: 'gateway.removal', answer: null },
  changeAddress: { method: 'PUT', path: '/api/2/connections/:id/address', access: 'gateway.users', answer: connection },
  addContract: {
    method: 'POST',
    path: '/api/2/connections/:gatewayId/companies',
    access: 'gateway.users',
    answer: serviceContract,
  },
  endContract: {
    method: 'DELETE',
    path: '/api/2/connections/:gatewayId/companies/:companyId',
    access: 'gateway.users',
    answer: null,
  },
  renewConsent: {
    method: 'PATCH',
    path: '/api/2/connections/:gatewayId/companies/:companyId',
    access: 'gateway.users',
    answer: serviceContract,
  },
  subscribe: { method: 'POST', path: '/api/2/subscriptions', access: 'resource', answer: subscriptions },
  unsubscribe: { method: 'DELETE', path: '/api/2/subscriptions', access: 'resource', answer: null },
} as const satisfies Record<string, Endpoint>
