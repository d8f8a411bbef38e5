import { expect, test } from 'vitest'
import { chooseFirstTab, findCompleteTabs } from '../card/appliance-tabs.tsx'
import { type Appliance, applianceNameOf, numberedTitleOf, numberByType, toAppliances } from './appliance.ts'
import {
  createApiConnection,
  testAddress,
  testProviderContract,
  testSupportContract,
} from '#test/client/api-connection.ts'

test('placements are running numbers per type, counted from the end of the list', () => {
  expect(numberByType(['BOILER', 'HP', 'BOILER', 'UNKNOWN', 'HYBRID', 'BOILER'])).toEqual([3, 1, 2, 1, 1, 1])
})

test('an appliance has its name and its title, or only its title', () => {
  const t = (id: string, values: object = {}) => [id, ...Object.values(values)].join(' ')
  const [named, unnamed] = toAppliances([createApiConnection({ name: 'Cellar' }), createApiConnection()])
  if (!named || !unnamed) throw new Error('Both must be there')
  const words = (number: number) => `appliance.name appliance.type.BOILER ${number}`
  expect(applianceNameOf(named, t)).toBe(`Cellar, ${words(2)}`)
  expect(numberedTitleOf(named, t)).toBe(words(2))
  expect(applianceNameOf(unnamed, t)).toBe(words(1))
})

test('the status of an appliance is the status of its gateway', () => {
  const [appliance] = toAppliances([createApiConnection({ gatewayStatus: 'ERROR' })])
  expect(appliance).toMatchObject({ applianceStatus: 'ERROR', placementInType: 1 })
})

test('a contract of type SUPPORT is the provider, one of type ASA the customer support', () => {
  const company = { id: '22222222-2222-4222-8222-222222222222', name: 'Heiz & Co', address: testAddress }
  const support = {
    id: '33333333-3333-4333-8333-333333333333',
    country: 'DE',
    brand: 'cedar',
    url: 'https://a.example',
  } as const
  const terms = { status: 'ACTIVE', permission: 'FULL_ACCESS', hasLatestConsentVersion: true } as const
  const [appliance] = toAppliances([
    createApiConnection({
      service: {
        canEditContract: true,
        address: null,
        contracts: [
          { companyType: 'ASA', company: support, ...terms },
          { companyType: 'SUPPORT', company, ...terms },
        ],
      },
    }),
  ])
  expect(appliance?.service.provider).toMatchObject({ company, ...terms })
  expect(appliance?.service.asaSupport).toMatchObject({ company: support, ...terms })
})

test('the Service provider tab opens first if there is an address, otherwise the Address tab', () => {
  const service = { canEditContract: true, contracts: [] }
  const [without, filled] = toAppliances([
    createApiConnection({ service: { ...service, address: null } }),
    createApiConnection({ service: { ...service, address: testAddress } }),
  ])
  if (!without || !filled) throw new Error('Both must be there')
  expect(chooseFirstTab(without)).toBe('address')
  expect(chooseFirstTab(filled)).toBe('provider')
})

test('a tab is settled if nothing is missing in it and nothing waits for an answer', () => {
  const settledOf = (service: Partial<Appliance['service']>) =>
    findCompleteTabs({
      service: { seq: 1, canEditContract: true, address: null, provider: null, asaSupport: null, ...service },
    })
  expect(settledOf({})).toEqual({ address: false, provider: false, support: false })
  expect(
    settledOf({
      address: testAddress,
      provider: testProviderContract,
      asaSupport: { ...testSupportContract, status: 'ACTIVE' },
    }),
  ).toEqual({ address: true, provider: true, support: true })
  expect(settledOf({ provider: { ...testProviderContract, status: 'PENDING' } }).provider).toBe(false)
  expect(settledOf({ provider: { ...testProviderContract, hasLatestConsentVersion: false } }).provider).toBe(false)
  expect(settledOf({ asaSupport: testSupportContract }).support).toBe(false)
})
