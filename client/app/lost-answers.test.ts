import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { companyApi } from '#contract/company-api.ts'
import { historyApi } from '#contract/history-api.ts'
import { applianceApi } from '#contract/appliance-api.ts'
import { exportApi } from '#contract/export-api.ts'
import { noticeApi } from '#contract/notice-api.ts'
import { noticeSettingsApi } from '#contract/notice-settings-api.ts'
import { personApi } from '#contract/person-api.ts'
import type { Connection } from '#contract/appliance.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyHeader, idempotencyKey } from '#contract/idempotency.ts'
import { type ListedPushBrowser, defaultNoticeSettings } from '#contract/notice-settings.ts'
import { accountApi } from '#contract/account-api.ts'
import { saveAccount } from '#client/account/account-slice.ts'
import { requestAccountDeletion, cancelAccountDeletion } from '#client/account/deletion/deletion-calls.ts'
import { requestPersonalData } from '#client/account/personal-data/personal-data-calls.ts'
import { endOtherSessions, endSessionByRef } from '#client/account/sessions/session-calls.ts'
import { createApiCall } from '#client/api-call.ts'
import {
  addAppliance,
  addProvider,
  addSupport,
  deleteAppliance,
  loadAppliances,
  removeProvider,
  renameAppliance,
  renewConsent,
  saveAddress,
  withdrawSupport,
} from '#client/appliances/state/appliance-calls.ts'
import { requestDataExport } from '#client/appliances/data-export/data-exports-slice.ts'
import { createTestExportRequest, exportListOf } from '#test/client/test-export-request.ts'
import {
  testCompany,
  createApiConnection,
  testAddress,
  testProviderContract,
  testSupportContract,
  testShownText,
} from '#test/client/api-connection.ts'
import type { CallThunk } from '#client/call-thunk.ts'
import { commandTypes } from '#client/command.ts'
import type { MessageId } from '#client/i18n/message-types.ts'
import { markNoticesAsRead } from '#client/notices/notices-slice.ts'
import {
  sendPushSubscription,
  deletePushBrowser,
  deletePushSubscription,
} from '#client/notices/settings/push/push-calls.ts'
import { changeNoticeSettings, verifyEmail } from '#client/notices/settings/settings-calls.ts'
import { acceptTerms } from '#client/terms/terms-slice.ts'
import { createSilentEffects } from '#test/client/silent-effects.ts'
import { addExportEffects } from './export-effects.ts'
import { createStore } from './store.ts'

const { id } = createApiConnection()
const details = {
  firstName: 'Ada',
  lastName: 'Berg',
  contactEmail: 'ada@example.com',
  contactPhone: '15112345678',
  phoneCountryCode: 'DE',
}
const newcomer = createApiConnection({
  id: '55555555-5555-4555-8555-555555555555',
  credentials: { serial: '100200301' },
})
const noticeId = '66666666-6666-4666-8666-666666666666'
const push = { endpoint: 'https://push.example/1', keys: { p256dh: 'A'.repeat(87), auth: 'B'.repeat(22) } }
const browser: ListedPushBrowser = {
  id: '88888888-8888-4888-8888-888888888888',
  browser: 'Chrome',
  system: 'Linux',
  createdAt: '2026-03-01T10:00:00Z',
  lastUsedAt: '2026-03-01T10:00:00Z',
  thisBrowser: false,
}
const aSession = {
  sessionRef: '0123456789abcdef',
  browser: 'Chrome',
  system: 'Linux',
  signedInAt: '2026-03-01T10:00:00Z',
  lastUsedAt: '2026-03-01T10:00:00Z',
  thisSession: false,
}
const aFile = {
  fileId: '99999999-9999-4999-8999-999999999999',
  createdAt: '2026-03-01T10:00:00Z',
  name: 'my-data-2026-03-01.zip',
  state: 'NOT_READY',
  bytes: null,
  sha256: null,
  reason: null,
  expiresAt: null,
  isOfAppliance: false,
}
const paused = { ...defaultNoticeSettings, pausedUntil: '2026-03-08T10:00:00Z' }

/** Creates the data of a fake portal for one person, enough for every command of the page. */
function aPortal() {
  return {
    connections: [createApiConnection()] as Connection[],
    exports: [createTestExportRequest({ id: '77777777-7777-4777-8777-777777777777', state: 'READY' })],
    user: { sub: 'ada' } as Record<string, unknown>,
    terms: { accepted: false, hasUpdate: false },
    settings: defaultNoticeSettings as object,
    mail: { address: null, unverified: 'ada@example.com', codeUntil: null } as Record<string, string | null>,
    isRead: false,
    pushes: new Set<string>(),
    personalData: [] as (typeof aFile)[],
    sessions: [] as (typeof aSession)[],
    browsers: [] as ListedPushBrowser[],
  }
}

type Portal = ReturnType<typeof aPortal>

type Command = {
  /** Creates the thunk that the page dispatches for this command. */
  run: () => ReturnType<CallThunk<never>>
  /** Prepares the portal before the command runs. */
  prepare?: (portal: Portal) => void
  /** Applies the change on the portal when the request arrives. */
  does: (portal: Portal) => unknown
  done?: MessageId
  failed?: MessageId
  /** A second request that the command sends for the same change. */
  follows?: Endpoint
  /** Set if the page shows nothing while the outcome is unknown. */
  isQuiet?: boolean
  /**
   * Set if no endpoint can show whether the change was made. The page then repeats the request to learn the outcome.
   */
  isRepeated?: boolean
}

const changed = (portal: Portal, changes: Partial<Connection['service']>) => {
  const [first] = portal.connections
  if (first) Object.assign(first.service, changes)
  return first
}
const withContract = (portal: Portal, ...contracts: Connection['service']['contracts']) =>
  void changed(portal, { contracts })
const company = { id, companyId: testCompany.id, shown: testShownText }
const support = { id, companyId: testSupportContract.company.id, shown: testShownText }

/** All commands of the page by type. Add an entry for each new command. */
const commands: Record<string, Command> = {
  [addAppliance.typePrefix]: {
    run: () => addAppliance({ type: 'rrc1', credentials: { serial: '100200301', access: 'a', userPwd: 'b' } }) as never,
    does: (portal) => {
      portal.connections.unshift(newcomer)
      return newcomer
    },
    done: 'toast.added',
  },
  [renameAppliance.typePrefix]: {
    run: () => renameAppliance({ id, name: 'Cellar' }) as never,
    does: ({ connections: [first] }) => Object.assign(first ?? {}, { name: 'Cellar' }),
    done: 'toast.renamed',
  },
  [deleteAppliance.typePrefix]: {
    run: () => deleteAppliance(id) as never,
    does: (portal) => void (portal.connections = []),
    done: 'toast.deleted',
    failed: 'toast.delete-failed',
  },
  [saveAddress.typePrefix]: {
    run: () => saveAddress({ id, address: testAddress, isNew: true }) as never,
    does: (portal) => changed(portal, { address: testAddress }),
    done: 'toast.address-added',
    failed: 'toast.address-failed',
  },
  [addProvider.typePrefix]: {
    run: () => addProvider(company) as never,
    does: (portal) => withContract(portal, testProviderContract) ?? testProviderContract,
    done: 'toast.provider-added',
    failed: 'toast.provider-add-failed',
  },
  [removeProvider.typePrefix]: {
    run: () => removeProvider(company) as never,
    prepare: (portal) => withContract(portal, testProviderContract),
    does: (portal) => withContract(portal),
    done: 'toast.provider-removed',
    failed: 'toast.provider-remove-failed',
  },
  [renewConsent.typePrefix]: {
    run: () => renewConsent(company) as never,
    prepare: (portal) => withContract(portal, { ...testProviderContract, hasLatestConsentVersion: false }),
    does: (portal) => withContract(portal, testProviderContract) ?? testProviderContract,
    done: 'toast.consent-updated',
    failed: 'toast.consent-failed',
  },
  [addSupport.typePrefix]: {
    run: () => addSupport(support) as never,
    does: (portal) => withContract(portal, testSupportContract) ?? testSupportContract,
    done: 'toast.support-added',
    failed: 'toast.support-add-failed',
  },
  [withdrawSupport.typePrefix]: {
    run: () => withdrawSupport(support) as never,
    prepare: (portal) => withContract(portal, testSupportContract),
    does: (portal) => withContract(portal),
    done: 'toast.support-removed',
    failed: 'toast.support-remove-failed',
  },
  [requestDataExport.typePrefix]: {
    run: () => requestDataExport({ applianceId: id, request: { sources: ['HEATLYTICS'] } }) as never,
    prepare: (portal) => void (portal.exports = []),
    does: (portal) => {
      portal.exports.unshift(createTestExportRequest())
      return createTestExportRequest()
    },
    done: 'toast.export-requested',
    failed: 'toast.export-failed',
  },
  [saveAccount.typePrefix]: {
    run: () => saveAccount({ details, isNew: false }) as never,
    does: ({ user }) => Object.assign(user, details),
    done: 'toast.account-saved',
    failed: 'toast.account-failed',
  },
  [acceptTerms.typePrefix]: {
    run: () => acceptTerms({ version: '1', country: 'DE' }) as never,
    does: ({ user, terms }) => {
      Object.assign(user, { country: 'DE' })
      return Object.assign(terms, { accepted: true })
    },
    follows: personApi.changeUser,
  },
  [markNoticesAsRead.typePrefix]: {
    run: () => markNoticesAsRead([noticeId]) as never,
    does: (portal) => {
      portal.isRead = true
      return { unread: 0 }
    },
    isQuiet: true,
  },
  [changeNoticeSettings.typePrefix]: {
    run: () => changeNoticeSettings(paused) as never,
    does: (portal) => {
      portal.settings = paused
      return standingOf(portal)
    },
  },
  [verifyEmail.typePrefix]: {
    run: () => verifyEmail({ code: null, codeUntil: null }) as never,
    does: ({ mail }) => Object.assign(mail, { codeUntil: '2026-03-01T10:15:00Z' }),
  },
  [sendPushSubscription.typePrefix]: {
    run: () => sendPushSubscription(push) as never,
    does: ({ pushes }) => {
      pushes.add(push.endpoint)
      return { endpoint: push.endpoint }
    },
    isRepeated: true,
  },
  [deletePushSubscription.typePrefix]: {
    run: () => deletePushSubscription(push.endpoint) as never,
    prepare: ({ pushes }) => void pushes.add(push.endpoint),
    does: ({ pushes }) => void pushes.delete(push.endpoint),
    isRepeated: true,
  },
  [requestAccountDeletion.typePrefix]: {
    run: () => requestAccountDeletion() as never,
    does: ({ user }) => {
      Object.assign(user, { erasedAt: '2026-03-08T10:00:00Z' })
      return { erasedAt: '2026-03-08T10:00:00Z' }
    },
  },
  [cancelAccountDeletion.typePrefix]: {
    run: () => cancelAccountDeletion() as never,
    prepare: ({ user }) => void Object.assign(user, { erasedAt: '2026-03-08T10:00:00Z' }),
    does: ({ user }) => {
      delete user['erasedAt']
      return user
    },
  },
  [requestPersonalData.typePrefix]: {
    run: () => requestPersonalData() as never,
    does: ({ personalData }) => {
      personalData.push(aFile)
      return aFile
    },
  },
  [endSessionByRef.typePrefix]: {
    run: () => endSessionByRef(aSession.sessionRef) as never,
    prepare: ({ sessions }) => void sessions.push(aSession),
    does: ({ sessions }) => void sessions.splice(0),
  },
  [endOtherSessions.typePrefix]: {
    run: () => endOtherSessions() as never,
    prepare: ({ sessions }) => void sessions.push(aSession),
    does: ({ sessions }) => void sessions.splice(0),
  },
  [deletePushBrowser.typePrefix]: {
    run: () => deletePushBrowser(browser.id) as never,
    prepare: ({ browsers }) => void browsers.push(browser),
    does: ({ browsers }) => void browsers.splice(0),
  },
}

/**
 * The changing endpoints that the page calls without a command, each with the reason why a lost answer does no harm.
 */
const noCommands: Readonly<Record<string, string>> = {
  subscribe: 'replaces all subscriptions, and is sent again until it is answered',
  unsubscribe: 'is sent as the page leaves',
  writeClientLog: 'is not shown to anybody',
}

function standingOf({ settings, mail }: Portal) {
  return { ...settings, channels: ['portal'], mail, pushKey: null }
}

const notice = (isRead: boolean) => ({
  id: noticeId,
  category: 'heating',
  event: { kind: 'mail-undeliverable' },
  connectionId: null,
  appliance: null,
  createdAt: '2026-03-01T10:00:00Z',
  readAt: isRead ? '2026-03-01T10:00:00Z' : null,
})

function readingOf(portal: Portal, endpoint: Endpoint): unknown {
  const [first] = portal.connections
  if (endpoint === applianceApi.listConnections) return { items: portal.connections, total: portal.connections.length }
  if (endpoint === applianceApi.readConnection) return first
  if (endpoint === exportApi.listDataExports) return exportListOf(...portal.exports)
  if (endpoint === personApi.readUser) return portal.user
  if (endpoint === personApi.readTermsStatus) return portal.terms
  if (endpoint === accountApi.listPersonalData) return { items: portal.personalData }
  if (endpoint === accountApi.listSessions) return { items: portal.sessions }
  if (endpoint === noticeSettingsApi.listPushSubscriptions) return { items: portal.browsers }
  if (endpoint === noticeApi.listNotices) {
    return { items: [notice(portal.isRead)], unread: portal.isRead ? 0 : 1, before: null }
  }
  return standingOf(portal)
}

const api = {
  ...accountApi,
  ...applianceApi,
  ...companyApi,
  ...exportApi,
  ...historyApi,
  ...noticeApi,
  ...noticeSettingsApi,
  ...personApi,
}

function endpointOf(url: string, method: string): [string, Endpoint] {
  const { pathname } = new URL(url, 'https://portal.example')
  const found = Object.entries(api as Record<string, Endpoint>).find(
    ([, endpoint]) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replace(/:\w+/gu, '[^/]+')}$`, 'u').test(pathname),
  )
  if (!found) throw new Error(`No path is ${method} ${pathname}`)
  return found
}

type Loss = 'none' | 'answer' | 'request' | 'all'

/** Creates a page with its real calls, store and effects, and a portal whose requests and answers can be lost. */
async function pageOf({ prepare, does, follows }: Command) {
  const portal = aPortal()
  prepare?.(portal)
  const server = {
    loss: 'none' as Loss,
    done: 0,
    refused: 0,
    keys: [] as (string | null)[],
    changes: new Set<string>(),
  }
  const answers = new Map<string, string>()
  const reading = { back: Promise.resolve() }

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    if (server.loss === 'all') {
      server.refused += 1
      throw new TypeError('Failed to fetch')
    }
    const [name, endpoint] = endpointOf(url, init.method ?? 'GET')
    if (endpoint === applianceApi.unsubscribe) return new Response(null, { status: 204 })
    if (endpoint.method === 'GET' || endpoint === applianceApi.subscribe) {
      const answer = endpoint.method === 'GET' ? readingOf(portal, endpoint) : JSON.parse(init.body as string)
      if (answer !== undefined) return Response.json(answer)
      return Response.json({ type: '', title: '', status: 404, code: 'not-found' }, { status: 404 })
    }
    server.changes.add(name)
    const key = new Headers(init.headers).get(idempotencyHeader)
    server.keys.push(endpoint.method === 'POST' ? key : null)
    if (server.loss === 'request') throw new TypeError('Failed to fetch')
    const answer = answers.get(key ?? '') ?? JSON.stringify(does(portal) ?? null)
    if (!answers.has(key ?? '') && endpoint !== follows) server.done += 1
    if (key !== null) answers.set(key, answer)
    if (server.loss === 'answer') throw new TypeError('Failed to fetch')
    return endpoint.answer === null
      ? new Response(null, { status: 204 })
      : new Response(endpoint === personApi.changeUser ? JSON.stringify(portal.user) : answer)
  }

  const tokens = { token: async () => 'token', renew: async () => 'token' }
  const call = createApiCall({ fetch, tokens, observe: () => undefined })
  const visited: string[] = []
  const listeners = createSilentEffects({ navigate: (path) => void visited.push(path) })
  const wait = async () => {
    await reading.back
    await settled()
  }
  const calls = { call, brandId: 'cedar', now: () => 0, wait }
  const store = createStore({ calls, listeners, invitation: { kind: 'none' } })
  addExportEffects(store, listeners)
  await store.dispatch(loadAppliances())
  const toasts = () => store.getState().toasts.map(({ message }) => message)
  return { store, portal, server, reading, toasts, visited }
}

const settled = async () => new Promise((resolve) => setTimeout(resolve, 0))
const rows = Object.entries(commands)
const read = rows.filter(([, { isRepeated = false }]) => !isRepeated)

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue(undefined))
afterEach(() => void vi.restoreAllMocks())

test('each command of the page has a line, and each change of the contract a command or a reason', async () => {
  expect(Object.keys(commands).toSorted()).toEqual([...commandTypes].toSorted())
  const sent = new Set(Object.keys(noCommands))
  for (const [, command] of rows) {
    const { store, server } = await pageOf(command)
    await store.dispatch(command.run())
    for (const name of server.changes) sent.add(name)
  }
  const changes = Object.entries(api as Record<string, Endpoint>).filter(([, { method }]) => method !== 'GET')
  expect([...sent].toSorted()).toEqual(changes.map(([name]) => name).toSorted())
})

test.each(rows)('%s whose answer is lost after the server applied it counts as done', async (_, command) => {
  const { store, server, toasts } = await pageOf(command)
  server.loss = 'answer'
  const sending = store.dispatch(command.run())
  await vi.waitUntil(() => server.done > 0)
  server.loss = 'none'
  const result = await sending
  await settled()
  expect(result.meta.requestStatus).toBe('fulfilled')
  expect(toasts()).toEqual(command.done ? [command.done] : [])
})

test.each(read)(
  '%s whose request is lost before it reaches the server has failed, and a repeat is the same request',
  async (_, command) => {
    const { store, server, toasts } = await pageOf(command)
    server.loss = 'request'
    const lost = await store.dispatch(command.run())
    await settled()
    expect(lost.meta.requestStatus).toBe('rejected')
    expect(toasts()).toEqual(command.failed ? [command.failed] : [])
    expect(server.done).toBe(0)
    server.loss = 'none'
    expect((await store.dispatch(command.run())).meta.requestStatus).toBe('fulfilled')
    expect(server.done).toBe(1)
    expect(new Set(server.keys.filter((key) => key !== null)).size).toBeLessThanOrEqual(1)
  },
)

test.each(rows.flatMap(([name, command]) => [true, false].map((wasDone) => [name, wasDone, command] as const)))(
  '%s is unknown while the server is down, and resolved when it is back (done: %s)',
  async (_, wasDone, command) => {
    const { store, portal, server, reading, toasts } = await pageOf(command)
    const { promise, resolve } = Promise.withResolvers<void>()
    reading.back = promise
    server.loss = 'all'
    const sending = store.dispatch(command.run())
    await vi.waitUntil(() => server.refused > 1)
    await settled()
    expect(toasts()).toEqual(command.isQuiet ? [] : ['toast.outcome-unknown'])
    if (wasDone) command.does(portal)
    server.loss = 'none'
    resolve()
    const result = await sending
    await settled()
    const isDone = wasDone || (command.isRepeated ?? false)
    expect(result.meta.requestStatus).toBe(isDone ? 'fulfilled' : 'rejected')
    expect(toasts()).toEqual([isDone ? command.done : (command.failed ?? laterOf(command))].filter(Boolean))
    expect(store.getState().outcomes).toEqual({})
  },
)

const saidLater = new Map([
  [commands[addAppliance.typePrefix], 'toast.add-failed'],
  [commands[renameAppliance.typePrefix], 'rename.failed'],
])

function laterOf(command: Command): string | undefined {
  return saidLater.get(command)
}

test.each(rows.filter(([, { run }]) => run === commands[requestDataExport.typePrefix]?.run))(
  '%s carries an Idempotency-Key, and a different one for the next request of the person',
  async (_, command) => {
    const { store, server } = await pageOf(command)
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    await store.dispatch(command.run())
    await store.dispatch(command.run())
    random.mockRestore()
    expect(server.keys.every((key) => idempotencyKey.safeParse(key).success)).toBe(true)
    expect(new Set(server.keys).size).toBe(2)
  },
)

test('pressing again after a lost answer never creates a second export', async () => {
  const command = commands[requestDataExport.typePrefix]
  if (!command) throw new Error('There is no such command')
  // Does not add the export to the portal's list. This simulates a read from a replica that lags behind.
  const { store, server } = await pageOf({ ...command, does: () => createTestExportRequest() })
  server.loss = 'answer'
  expect((await store.dispatch(command.run())).meta.requestStatus).toBe('rejected')
  server.loss = 'none'
  expect((await store.dispatch(command.run())).meta.requestStatus).toBe('fulfilled')
  expect([server.done, new Set(server.keys).size]).toEqual([1, 1])
})

test('an appliance whose deletion lost its answer leaves the list at once', async () => {
  const command = commands[deleteAppliance.typePrefix]
  if (!command) throw new Error('There is no such command')
  const { store, server, visited } = await pageOf(command)
  server.loss = 'answer'
  await store.dispatch(command.run())
  await vi.waitUntil(() => visited.length > 0)
  expect(store.getState().appliances.items).toEqual([])
})

test('without a network the command fails at once, because nothing leaves the browser', async () => {
  const call = createApiCall({
    fetch: async () => Promise.reject(new TypeError('Failed to fetch')),
    tokens: { token: async () => 'token', renew: async () => 'token' },
    observe: () => undefined,
  })
  const run = renameAppliance({ id, name: 'Cellar' })
  const result = await run((() => undefined) as never, () => ({}), {
    call,
    brandId: 'cedar',
    now: () => 0,
    isOffline: () => true,
  })
  expect(result.meta.requestStatus).toBe('rejected')
})
