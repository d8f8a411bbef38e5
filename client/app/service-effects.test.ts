import { createListenerMiddleware } from '@reduxjs/toolkit'
import { expect, test } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import { companyApi } from '#contract/company-api.ts'
import { personApi } from '#contract/person-api.ts'
import { accountFormClosed, loadUser } from '#client/account/account-slice.ts'
import type { AnalyticsEvent } from '#client/analytics/analytics.ts'
import { type ApiCall, CallError, type CallFailure } from '#client/api-call.ts'
import {
  addProvider,
  addSupport,
  loadAppliances,
  removeProvider,
  renameAppliance,
  renewConsent,
  saveAddress,
  withdrawSupport,
} from '#client/appliances/state/appliance-calls.ts'
import { invalidFormSubmitted, providerFormCancelled } from '#client/appliances/state/appliance-events.ts'
import { editingCancelled, editingReset } from '#client/appliances/state/appliances-slice.ts'
import {
  type InvitationState,
  invitationDeclined,
  validateInvitation,
} from '#client/appliances/state/invitation-slice.ts'
import {
  testCompany,
  createApiConnection,
  testAddress,
  testProviderContract,
  testSupportContract,
  testShownText,
} from '#test/client/api-connection.ts'
import { signedOut } from '#client/sign-in/session.ts'
import { startAnalyticsEffects } from './analytics-effects.ts'
import { startServiceEffects } from './service-effects.ts'
import { createStore, type Dispatch, type State } from './store.ts'

const { id } = createApiConnection()
const company = { id, companyId: testCompany.id, shown: testShownText }
const support = { id, companyId: testSupportContract.company.id, shown: testShownText }
const unreadable: CallFailure = { kind: 'unexpected', status: 200 }
const conflict: CallFailure = { kind: 'refused', status: 409, code: 'provider-exists', errors: [], retryAfterS: null }

const answers: Record<string, unknown> = {
  [`GET ${applianceApi.listConnections.path}`]: { items: [createApiConnection()], total: 1 },
  [`GET ${applianceApi.readConnection.path}`]: createApiConnection({
    service: { ...createApiConnection().service, contracts: [testProviderContract], seq: 2 },
  }),
  [`PATCH ${applianceApi.renameConnection.path}`]: createApiConnection(),
  [`PUT ${applianceApi.changeAddress.path}`]: createApiConnection(),
  [`POST ${applianceApi.addContract.path}`]: testProviderContract,
  [`PATCH ${applianceApi.renewConsent.path}`]: testProviderContract,
  [`GET ${companyApi.checkReturnAddress.path}`]: { uri: 'https://installer.example/' },
  [`GET ${personApi.readUser.path}`]: { sub: 'ada' },
}

/**
 * Creates the page's store with only the service and analytics effects. `failures` replace the fake server's answers.
 */
async function fixture(invitation: InvitationState = { kind: 'none' }) {
  const done: string[] = []
  const events: AnalyticsEvent[] = []
  const failures: Record<string, CallFailure> = {}
  const kept = new Map<string, string>()
  const call = (async ({ method, path }: { method: string; path: string }) => {
    const key = `${method} ${path}`
    done.push(key)
    if (failures[key]) throw new CallError(failures[key])
    return answers[key]
  }) as unknown as ApiCall
  const listeners = createListenerMiddleware<State, Dispatch>()
  const report = (event: AnalyticsEvent) => void events.push(event)
  const tabStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const consent = { isGiven: true }
  startAnalyticsEffects(listeners, { report, mayReport: () => consent.isGiven, tabStorage })
  startServiceEffects(listeners)
  const store = createStore({
    calls: { call, brandId: 'cedar', now: () => 1, wait: async () => undefined },
    listeners,
    invitation,
  })
  await store.dispatch(loadAppliances())
  done.length = 0
  const toasts = () => store.getState().toasts.map(({ kind, message }) => `${kind} ${message}`)
  return { store, done, events, failures, toasts, consent }
}

/** Waits until the effects of the last action have run. */
async function settled() {
  await new Promise((resolve) => setTimeout(resolve, 0))
}

const address = { id, address: testAddress, isNew: true }

test.each([
  ['toast.address-added', 'toast.address-failed', () => saveAddress(address), `PUT ${applianceApi.changeAddress.path}`],
  [
    'toast.address-edited',
    'toast.address-failed',
    () => saveAddress({ ...address, isNew: false }),
    `PUT ${applianceApi.changeAddress.path}`,
  ],
  [
    'toast.provider-added',
    'toast.provider-add-failed',
    () => addProvider(company),
    `POST ${applianceApi.addContract.path}`,
  ],
  [
    'toast.provider-removed',
    'toast.provider-remove-failed',
    () => removeProvider(company),
    `DELETE ${applianceApi.endContract.path}`,
  ],
  [
    'toast.consent-updated',
    'toast.consent-failed',
    () => renewConsent(company),
    `PATCH ${applianceApi.renewConsent.path}`,
  ],
  [
    'toast.support-added',
    'toast.support-add-failed',
    () => addSupport(support),
    `POST ${applianceApi.addContract.path}`,
  ],
  [
    'toast.support-removed',
    'toast.support-remove-failed',
    () => withdrawSupport(support),
    `DELETE ${applianceApi.endContract.path}`,
  ],
] as const)('%s and %s are shown for success and failure', async (...[done, failed, act, path]) => {
  const { store, failures, toasts } = await fixture()
  failures[path] = unreadable
  await store.dispatch(act() as never)
  expect(toasts()).toEqual([`failure ${failed}`])
  delete failures[path]
  await store.dispatch(act() as never)
  expect(toasts()).toEqual([`success ${done}`])
})

test('a name that could not be saved is reported by its dialog, not by a toast', async () => {
  const { store, failures, toasts } = await fixture()
  const rename = { id, name: 'Cellar' }
  failures[`PATCH ${applianceApi.renameConnection.path}`] = unreadable
  await store.dispatch(renameAppliance(rename))
  expect(toasts()).toEqual([])
  delete failures[`PATCH ${applianceApi.renameConnection.path}`]
  await store.dispatch(renameAppliance(rename))
  expect(toasts()).toEqual(['success toast.renamed'])
})

test('an expired session shows its screen and no toast', async () => {
  const { store, failures, toasts } = await fixture()
  failures[`PUT ${applianceApi.changeAddress.path}`] = { kind: 'unauthenticated' }
  await store.dispatch(saveAddress(address))
  expect(toasts()).toEqual([])
})

test('after a provider or customer support is added, the appliance is read and its subscription renewed', async () => {
  const { store, done } = await fixture()
  for (const act of [addProvider(company), addSupport(support)]) {
    done.length = 0
    await store.dispatch(act)
    await settled()
    expect(done.slice(1)).toEqual([`GET ${applianceApi.readConnection.path}`, `POST ${applianceApi.subscribe.path}`])
  }
})

test('a refusal reads the list again, because the appliance differs from what the page shows', async () => {
  const { store, done, failures } = await fixture()
  failures[`POST ${applianceApi.addContract.path}`] = conflict
  await store.dispatch(addProvider(company))
  await settled()
  expect(done).toEqual([`POST ${applianceApi.addContract.path}`, `GET ${applianceApi.listConnections.path}`])
})

const wayBack = { redirectUri: 'https://installer.example/', sessionId: 's' }

test('an accepted invitation is deleted and reported, and the return link is shown', async () => {
  const { store, events } = await fixture(validateInvitation({ companyId: testCompany.id, wayBack }))
  await store.dispatch(addProvider(company))
  await settled()
  expect(events.map(({ event }) => event)).toContain('invitation_accept')
  expect(store.getState().invitation).toEqual({
    kind: 'accepted',
    applianceId: id,
    companyName: testCompany.name,
    href: `https://installer.example/?gatewayId=${id}&contractStatus=ACTIVE&sessionId=s`,
  })
})

test('a return link that the company has not allowed is not shown', async () => {
  const { store, failures } = await fixture(validateInvitation({ companyId: testCompany.id, wayBack }))
  failures[`GET ${companyApi.checkReturnAddress.path}`] = { ...conflict, status: 404, code: 'not-found' }
  await store.dispatch(addProvider(company))
  await settled()
  expect(store.getState().invitation).toEqual({ kind: 'none' })
})

test('adding another provider than the inviting one deletes the invitation and accepts nothing', async () => {
  const { store, done, events } = await fixture(
    validateInvitation({ companyId: '99999999-9999-4999-8999-999999999999', wayBack }),
  )
  await store.dispatch(addProvider(company))
  await settled()
  expect(store.getState().invitation).toEqual({ kind: 'none' })
  expect(events.map(({ event }) => event)).toEqual(['service_provider_form_submit_success'])
  expect(done).not.toContain(`GET ${companyApi.checkReturnAddress.path}`)
})

test('actions in the forms of the tabs are reported', async () => {
  const { store, events } = await fixture()
  await store.dispatch(saveAddress(address))
  await store.dispatch(addSupport(support))
  store.dispatch(providerFormCancelled({ id }))
  store.dispatch(invitationDeclined())
  store.dispatch(invalidFormSubmitted({ form: 'appliance_address', errors: { city: 'required' } }))
  expect(events).toEqual([
    { event: 'appliance_address_form_submit_success' },
    { event: 'customer_support_form_submit_success' },
    { event: 'service_provider_form_cancel_edit' },
    { event: 'service_provider_form_decline_invitation' },
    { event: 'appliance_address_form_submit_failure', errors: { city: 'required' } },
  ])
})

test.each([editingCancelled({ id, part: 'address' }), editingReset(), accountFormClosed()])(
  'cancelling a form removes the message about its failed save: $type',
  async (givenUp) => {
    const { store, failures } = await fixture()
    failures[`PUT ${applianceApi.changeAddress.path}`] = unreadable
    await store.dispatch(saveAddress(address))
    expect(store.getState().toasts.map(({ message }) => message)).toEqual(['toast.address-failed'])
    store.dispatch(givenUp)
    expect(store.getState().toasts).toEqual([])
  },
)

test('each login is reported once, with the id of the user', async () => {
  const { store, events } = await fixture()
  await store.dispatch(loadUser())
  await store.dispatch(loadUser())
  expect(events).toEqual([{ event: 'login', user_id: 'ada' }])
  store.dispatch(signedOut())
  await store.dispatch(loadUser())
  expect(events).toHaveLength(2)
})

test('a person who consents after the login is reported as logged in then', async () => {
  const { store, events, consent } = await fixture()
  consent.isGiven = false
  await store.dispatch(loadUser())
  expect(events).toEqual([])
  consent.isGiven = true
  await store.dispatch(loadAppliances())
  await store.dispatch(loadAppliances())
  expect(events).toEqual([{ event: 'login', user_id: 'ada' }])
})
