import * as z from 'zod/mini'
import { pushSubscriptionsPath } from '#contract/notice-settings.ts'
import type { ServiceWorkerBrand, ServiceWorkerMessage } from '#contract/service-worker.ts'
import { readLastState } from './last-state.ts'
import { renderOfflinePage } from './offline-page.ts'
import { parsePushMessage } from './push-message.ts'
import { pushSubscriptionKeysOf } from '#client/push-keys.ts'
import type { FetchEvent, PushEvent, SubscriptionChangeEvent, WorkerScope } from './worker-scope.ts'
import { deleteStateOfEndedSession, sessionCheckTag } from './session-check.ts'
import { createWorkerTexts } from './worker-texts.ts'

declare const self: WorkerScope & { workerBrand: ServiceWorkerBrand }

const tokenAnswer = z.object({ accessToken: z.string() })

// Stops zod from compiling its schemas, which the content security policy forbids.
z.config({ jitless: true })

// Activates a new worker immediately, because it needs no state of the previous worker.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (mode === 'navigate' && method === 'GET') event.respondWith(isPage(url) ? pageOf(event) : fromNetwork(event))
})

// Also checks the session, because the push has shown that there is a network.
self.addEventListener('push', (event) => event.waitUntil(Promise.all([showNotification(event), checkSession()])))

self.addEventListener('periodicsync', (event) => {
  if (event.tag === sessionCheckTag) event.waitUntil(checkSession())
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))

function checkSession(): Promise<void> {
  return deleteStateOfEndedSession({ fetch: (url, init) => fetch(url, init), now: Date.now() })
}

async function takeOver(): Promise<void> {
  // Makes the browser request the page while the worker starts, so that the worker adds no delay.
  await self.registration.navigationPreload.enable()
  await self.clients.claim()
}

/** Whether a URL is a page of the app. URLs of the sign-in, the APIs and the files are not. */
function isPage(url: string): boolean {
  return !/^\/(?:api|auth|oauth|partner|assets|brand|\.well-known)\//u.test(new URL(url).pathname)
}

/**
 * Returns the server's answer, which is not cached. If the browser has already sent the request, uses its answer.
 * Otherwise the worker would send a second request, even for the callback of a sign-in.
 */
async function fromNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? (await fetch(request))
}

async function pageOf(event: FetchEvent): Promise<Response> {
  try {
    return await fromNetwork(event)
  } catch {
    // Shows the offline page after any failure, because `fetch` does not report what failed.
    return answerOffline(event.request.url)
  }
}

async function answerOffline(url: string): Promise<Response> {
  const now = Date.now()
  const nonce = crypto.randomUUID()
  const { pathname, search } = new URL(url)
  const html = renderOfflinePage({
    brand: self.workerBrand,
    state: await readLastState(now),
    preferred: navigator.languages,
    address: `${pathname}${search}`,
    now,
    nonce,
  })
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`,
    },
  })
}

async function showNotification({ data }: PushEvent): Promise<void> {
  const { t, language } = createWorkerTexts(await readLastState(Date.now()), navigator.languages)
  const fallback = { title: self.workerBrand.title, body: t('push.news'), path: '/notices' }
  const { title, body, path, tag } = parsePushMessage(data, fallback)
  const { icon } = self.workerBrand
  await self.registration.showNotification(title, {
    body,
    data: path,
    lang: language,
    ...(tag === undefined ? {} : { tag }),
    ...(icon === null ? {} : { icon, badge: icon }),
  })
}

/**
 * Opens the path in an open page of the portal. That page asks before it discards unsaved values. If no page is open,
 * opens a new page.
 */
async function open(path: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) return void (await self.clients.openWindow(path))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's client is of its own origin
  page.postMessage({ kind: 'open', path } satisfies ServiceWorkerMessage)
  await page.focus()
}

/**
 * Sends the new subscription to the portal after the push service has replaced the previous one. If nobody is signed
 * in, ends the new subscription.
 */
async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChangeEvent): Promise<void> {
  const options = oldSubscription?.options
  const fresh = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
  const keys = fresh && pushSubscriptionKeysOf(fresh)
  if (!keys) return
  const answer = await fetch('/auth/token', { method: 'POST' })
  if (!answer.ok) return void (await fresh.unsubscribe())
  const { accessToken } = tokenAnswer.parse(await answer.json())
  await fetch(pushSubscriptionsPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(keys),
  })
}
