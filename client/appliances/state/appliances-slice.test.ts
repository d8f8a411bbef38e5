import { expect, test } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import type { CallFailure } from '#client/api-call.ts'
import {
  addAppliance,
  deleteAppliance,
  loadAppliances,
  replaceAllSubscriptions,
  reloadAppliance,
  renameAppliance,
} from './appliance-calls.ts'
import {
  addEditingStarted,
  editingCancelled,
  nameEditingEnded,
  nameEditingStarted,
  editingReset,
  editingStarted,
  pollingStarted,
  statusPushed,
} from './appliances-slice.ts'
import {
  selectAppliances,
  selectAppliancePresence,
  selectIsEditingAppliance,
  selectApplianceProgress,
} from './appliances-state.ts'
import {
  connectionListOf,
  connectionListKey,
  createLoadedApplianceStoreFixture,
  createApplianceStoreFixture,
} from '#test/client/appliance-store-fixture.ts'
import { createApiConnection } from '#test/client/api-connection.ts'

const newer = createApiConnection({ id: 'aaaaaaaa-0000-4000-8000-000000000002' })
const older = createApiConnection({ id: 'aaaaaaaa-0000-4000-8000-000000000001', gatewayStatus: 'OFFLINE' })
const { service } = newer
const onePath = `GET ${applianceApi.readConnection.path}`
const noNetwork: CallFailure = { kind: 'network' }
const unreadable: CallFailure = { kind: 'unexpected', status: 200 }

test('the list is requested for the brand and replaces all previous appliances', async () => {
  const { store, asked, answers } = await createLoadedApplianceStoreFixture(newer, older)
  expect(asked[0]).toEqual({ path: connectionListKey, input: { query: { brand: 'cedar' } } })
  answers[connectionListKey] = connectionListOf(older)
  await store.dispatch(loadAppliances())
  expect(selectAppliances(store.getState()).map(({ id }) => id)).toEqual([older.id])
})

test('loading the list again keeps the editing flags of remaining appliances', async () => {
  const { store, answers } = await createLoadedApplianceStoreFixture(newer, older)
  store.dispatch(editingStarted({ id: newer.id, part: 'address' }))
  store.dispatch(editingStarted({ id: older.id, part: 'provider' }))
  answers[connectionListKey] = connectionListOf(newer)
  await store.dispatch(loadAppliances())
  expect(selectApplianceProgress(store.getState(), newer.id).isEditing.address).toBe(true)
  expect(Object.keys(store.getState().appliances.statusById)).toEqual([newer.id])
})

test('a failed list load is stored as an error and keeps the previous list', async () => {
  const { store, answers } = await createLoadedApplianceStoreFixture(newer)
  answers[connectionListKey] = noNetwork
  await store.dispatch(loadAppliances())
  expect(store.getState().appliances.list).toEqual({ kind: 'failed', error: noNetwork })
  expect(selectAppliancePresence(store.getState())).toBe('some')
})

test('the number of appliances is unknown before the list is loaded', async () => {
  const { store } = createApplianceStoreFixture({ [connectionListKey]: connectionListOf() })
  expect(selectAppliancePresence(store.getState())).toBe('unknown')
  await store.dispatch(loadAppliances())
  expect(selectAppliancePresence(store.getState())).toBe('none')
})

test('a pushed notification updates only the status of that appliance', async () => {
  const { store } = await createLoadedApplianceStoreFixture(newer, older)
  store.dispatch(
    statusPushed({
      id: older.id,
      seq: 2,
      status: 'WARNING',
      since: '2026-03-01T14:00:00Z',
      fault: { code: 'W201', severity: 'WARNING' },
      at: 2_000,
    }),
  )
  const [first, second] = selectAppliances(store.getState())
  expect(first?.applianceStatus).toBe('WORKING')
  expect(second).toMatchObject({
    applianceStatus: 'WARNING',
    statusSince: '2026-03-01T14:00:00Z',
    fault: { code: 'W201' },
  })
})

/**
 * Makes the next call of a path wait. Returns the function that answers the call, so that a test can answer calls in
 * any order.
 */
function answeredLater(answers: Record<string, unknown>, path: string) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answers[path] = promise
  return resolve
}

const statusOf = ({ store }: ReturnType<typeof createApplianceStoreFixture>, id: string) =>
  selectAppliances(store.getState()).find((each) => each.id === id)?.applianceStatus

test('an answer does not overwrite a pushed status with a larger seq, only a smaller one', async () => {
  const page = await createLoadedApplianceStoreFixture(newer, older)
  const { store, answers } = page
  const answerList = answeredLater(answers, connectionListKey)
  const answerOne = answeredLater(answers, onePath)
  const reading = [store.dispatch(loadAppliances()), store.dispatch(reloadAppliance(newer.id))]
  const pushed = { status: 'ERROR', since: '2026-03-01T14:00:00Z', fault: { code: 'E101', severity: 'ERROR' } } as const
  store.dispatch(statusPushed({ id: newer.id, seq: 2, at: 2_000, ...pushed }))
  answerOne({ ...newer, name: 'Cellar', service: { ...service, seq: 2 } })
  answerList(connectionListOf(newer, { ...older, gatewayStatus: 'WORKING' }))
  await Promise.all(reading)
  const { status: applianceStatus, since: statusSince, fault } = pushed
  const [first] = selectAppliances(store.getState())
  expect(first).toMatchObject({ applianceStatus, statusSince, fault, name: 'Cellar' })
  expect(statusOf(page, older.id)).toBe('WORKING')
  answers[connectionListKey] = connectionListOf({ ...newer, statusSeq: 3 }, older)
  await store.dispatch(loadAppliances())
  expect(statusOf(page, newer.id)).toBe('WORKING')
})

test('a pushed status with a smaller seq than the answer changes nothing', async () => {
  const page = await createLoadedApplianceStoreFixture({ ...newer, statusSeq: 2 })
  const { store } = page
  const pushed = { id: newer.id, status: 'ERROR', since: null, fault: null, at: 2_000 } as const
  store.dispatch(statusPushed({ ...pushed, seq: 1 }))
  expect(statusOf(page, newer.id)).toBe('WORKING')
  store.dispatch(statusPushed({ ...pushed, seq: 2 }))
  expect(statusOf(page, newer.id)).toBe('ERROR')
})

test('an answer from before a fault ended does not decide whether it was an emergency', async () => {
  const faulty = createApiConnection({ gatewayStatus: 'ERROR', faultCode: 'G901', severity: 'ERROR', statusSeq: 1 })
  const { store, answers } = await createLoadedApplianceStoreFixture(faulty)
  const answerList = answeredLater(answers, connectionListKey)
  const reading = store.dispatch(loadAppliances())
  store.dispatch(statusPushed({ id: faulty.id, seq: 2, status: 'WORKING', since: null, fault: null, at: 2_000 }))
  answerList(connectionListOf(faulty))
  await reading
  const last = () => selectAppliances(store.getState())[0]?.lastEmergency
  expect(last()).toEqual({ kind: 'unknown' })
  answers[onePath] = { ...faulty, statusSeq: 2, lastEmergencyAt: '2026-03-01T14:00:00.000Z' }
  await store.dispatch(reloadAppliance(faulty.id))
  expect(last()).toEqual({ kind: 'reported', at: Date.parse('2026-03-01T14:00:00.000Z') })
})

test('an answer to a change does not overwrite a pushed status with a larger seq', async () => {
  const page = await createLoadedApplianceStoreFixture(newer)
  const { store, answers } = page
  const answer = answeredLater(answers, `PATCH ${applianceApi.renameConnection.path}`)
  const renaming = store.dispatch(renameAppliance({ id: newer.id, name: 'Cellar' }))
  store.dispatch(statusPushed({ id: newer.id, seq: 2, status: 'ERROR', since: null, fault: null, at: 2_000 }))
  answer({ ...newer, name: 'Cellar', service: { ...service, seq: 2 } })
  await renaming
  expect(selectAppliances(store.getState())[0]).toMatchObject({ applianceStatus: 'ERROR', name: 'Cellar' })
})

test('of two parallel list requests the later one is shown, regardless of the order of the answers', async () => {
  const page = await createLoadedApplianceStoreFixture(newer, older)
  const { store, answers } = page
  const ids = () => selectAppliances(store.getState()).map(({ id }) => id)
  const answerFirst = answeredLater(answers, connectionListKey)
  const first = store.dispatch(loadAppliances())
  const answerSecond = answeredLater(answers, connectionListKey)
  const second = store.dispatch(loadAppliances())
  const failLate = answeredLater(answers, connectionListKey)
  answerSecond(connectionListOf(newer))
  await second
  answerFirst(connectionListOf(newer, older))
  await first
  expect(ids()).toEqual([newer.id])
  const late = store.dispatch(loadAppliances())
  answers[connectionListKey] = connectionListOf(older)
  await store.dispatch(loadAppliances())
  failLate(noNetwork)
  await late
  expect([ids(), store.getState().appliances.list]).toEqual([[older.id], { kind: 'loaded' }])
})

test('an answer about an appliance with a smaller seq than in the list does not overwrite it', async () => {
  const page = await createLoadedApplianceStoreFixture(newer)
  const { store, answers } = page
  const answer = answeredLater(answers, onePath)
  const reading = store.dispatch(reloadAppliance(newer.id))
  answers[connectionListKey] = connectionListOf({ ...newer, gatewayStatus: 'ERROR', statusSeq: 2 })
  await store.dispatch(loadAppliances())
  answer(newer)
  await reading
  expect(statusOf(page, newer.id)).toBe('ERROR')
})

test('a list in which an appliance has a smaller seq does not overwrite it', async () => {
  const page = await createLoadedApplianceStoreFixture(newer)
  const { store, answers } = page
  const answer = answeredLater(answers, connectionListKey)
  const reading = store.dispatch(loadAppliances())
  answers[onePath] = { ...newer, gatewayStatus: 'ERROR', statusSeq: 2 }
  await store.dispatch(reloadAppliance(newer.id))
  answer(connectionListOf(newer))
  await reading
  expect(statusOf(page, newer.id)).toBe('ERROR')
})

test('a status of an appliance that is not in the list changes nothing', async () => {
  const { store } = await createLoadedApplianceStoreFixture(newer)
  store.dispatch(statusPushed({ id: older.id, seq: 2, status: 'WARNING', since: null, fault: null, at: 2_000 }))
  expect(selectAppliances(store.getState())).toHaveLength(1)
})

test('the list has the time of its last read, and later changes have theirs', async () => {
  const { store } = await createLoadedApplianceStoreFixture(newer)
  const ages = () => [store.getState().appliances.listedAt, store.getState().appliances.lastMessageAt]
  expect(ages()).toEqual([1_000, 1_000])
  store.dispatch(statusPushed({ id: newer.id, seq: 2, status: 'WARNING', since: null, fault: null, at: 2_000 }))
  expect(ages()).toEqual([1_000, 2_000])
  store.dispatch(pollingStarted(3_000))
  expect(ages()).toEqual([1_000, 3_000])
})

test('editing flags are set on start and cleared on cancel and on reset', async () => {
  const { store } = await createLoadedApplianceStoreFixture(newer)
  store.dispatch(editingStarted({ id: newer.id, part: 'address' }))
  expect(selectIsEditingAppliance(store.getState())).toBe(true)
  store.dispatch(editingCancelled({ id: newer.id, part: 'address' }))
  expect(selectIsEditingAppliance(store.getState())).toBe(false)
  store.dispatch(editingStarted({ id: newer.id, part: 'support' }))
  store.dispatch(addEditingStarted())
  store.dispatch(nameEditingStarted())
  store.dispatch(editingReset())
  expect(selectIsEditingAppliance(store.getState())).toBe(false)
  store.dispatch(nameEditingStarted())
  expect(selectIsEditingAppliance(store.getState())).toBe(true)
  store.dispatch(nameEditingEnded())
  expect(selectIsEditingAppliance(store.getState())).toBe(false)
})

const claimed = { type: 'rrc1', credentials: { serial: '100200300', access: 'a'.repeat(16), userPwd: 'word' } } as const

test('an appliance is added under the brand, and adding resets the editing flags', async () => {
  const { store, asked, answers } = await createLoadedApplianceStoreFixture(newer)
  answers[`POST ${applianceApi.addConnection.path}`] = older
  store.dispatch(addEditingStarted())
  store.dispatch(editingStarted({ id: newer.id, part: 'address' }))
  await store.dispatch(addAppliance(claimed))
  expect(asked.at(-1)?.input).toMatchObject({ body: { ...claimed, brands: ['cedar'] } })
  expect(selectIsEditingAppliance(store.getState())).toBe(false)
})

test('a refused claim is stored, and its form stays in edit mode', async () => {
  const { store, answers } = await createLoadedApplianceStoreFixture(newer)
  answers[`POST ${applianceApi.addConnection.path}`] = unreadable
  store.dispatch(addEditingStarted())
  await store.dispatch(addAppliance(claimed))
  expect(store.getState().appliances.adding).toEqual({ kind: 'failed', error: unreadable })
  expect(selectIsEditingAppliance(store.getState())).toBe(true)
})

test('a failed deletion is stored with its appliance', async () => {
  const { store, answers } = await createLoadedApplianceStoreFixture(newer, older)
  answers[`DELETE ${applianceApi.deleteConnection.path}`] = unreadable
  await store.dispatch(deleteAppliance(newer.id))
  expect(selectApplianceProgress(store.getState(), newer.id).progress.delete).toEqual({
    kind: 'failed',
    error: unreadable,
  })
  expect(selectApplianceProgress(store.getState(), older.id).progress.delete).toEqual({ kind: 'idle' })
})

test('a reloaded appliance keeps its position', async () => {
  const { store, answers } = await createLoadedApplianceStoreFixture(newer, older)
  answers[onePath] = { ...newer, gatewayStatus: 'ERROR' }
  await store.dispatch(reloadAppliance(newer.id))
  expect(selectAppliances(store.getState())[0]).toMatchObject({ applianceStatus: 'ERROR', placementInType: 2 })
})

test('the page subscribes to all appliances with all units, and to none when there are none', async () => {
  const { store, asked } = createApplianceStoreFixture()
  await store.dispatch(replaceAllSubscriptions([newer.id]))
  await store.dispatch(replaceAllSubscriptions([]))
  const aggregatedUnits = ['status', 'heatCurve', 'hc1', 'dhw1']
  expect(asked).toEqual([
    {
      path: `POST ${applianceApi.subscribe.path}`,
      input: { body: { subscriptions: [{ resourceId: newer.id, resourceType: 'gateway', aggregatedUnits }] } },
    },
    { path: `DELETE ${applianceApi.unsubscribe.path}`, input: undefined },
  ])
})
