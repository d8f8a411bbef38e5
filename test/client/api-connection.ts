import type { Address } from '#contract/address.ts'
import type { Connection } from '#contract/appliance.ts'
import type { Company, ProviderContract } from '#contract/provider.ts'
import type { SupportContract } from '#contract/support-company.ts'

/** The fields of a connection that differ from those of `createApiConnection`. */
export type ConnectionChanges = Omit<Partial<Connection>, 'service'> & { service?: Partial<Connection['service']> }

/**
 * Creates a connection in the format of the API: a working boiler without an address, owned by the person. If
 * `service.canEditContract` is false, the person is a viewer.
 */
export function createApiConnection({ service, ...changes }: ConnectionChanges = {}): Connection {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    name: null,
    type: 'rrc1',
    applianceType: 'BOILER',
    gatewayStatus: 'WORKING',
    statusSince: '2026-03-01T13:03:00Z',
    faultCode: null,
    severity: null,
    lastEmergencyAt: null,
    role: service?.canEditContract === false ? 'VIEWER' : 'OWNER',
    seq: 2,
    statusSeq: 1,
    credentials: { serial: '100200300' },
    service: { canEditContract: true, address: null, contracts: [], seq: 1, ...service },
    ...changes,
  }
}

/** An address in which all optional fields are set. */
export const testAddress: Required<Address> = {
  street: ['Talstraße 12', 'Hinterhaus'],
  postalCode: '80331',
  city: 'München',
  country: 'DE',
}

export const testCompany: Company = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Heiz & Co',
  address: testAddress,
}

export const testProviderContract: ProviderContract = {
  companyType: 'SUPPORT',
  company: testCompany,
  status: 'ACTIVE',
  permission: 'FULL_ACCESS',
  hasLatestConsentVersion: true,
}

export const testSupportContract: SupportContract = {
  companyType: 'ASA',
  company: { id: '33333333-3333-4333-8333-333333333333', country: 'DE', brand: 'cedar', url: 'https://asa.example' },
  status: 'PENDING',
  permission: 'FULL_ACCESS',
  hasLatestConsentVersion: true,
}

/** The digest and language of the consent text that the person has read before agreeing. */
export const testShownText = { language: 'en', sha256: 'a'.repeat(64) } as const
