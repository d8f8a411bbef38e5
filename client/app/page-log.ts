import { personApi } from '#contract/person-api.ts'
import { fetchWithTimeout } from '#client/api-call.ts'
import { type ClientLog, createClientLog, type PageLogContext } from '#client/logging/client-log.ts'

const timeLimitMs = 10_000

export type PageLogDependencies = {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Returns the current token, or null. The server also accepts log entries without a token. */
  currentToken(): string | null
}

/**
 * Creates the client log, which sends entries to the server. Its requests continue after the page is closed.
 * Specification 17.3.
 */
export function createPageLog({ fetch, currentToken }: PageLogDependencies): ClientLog {
  const { method, path } = personApi.writeClientLog
  return createClientLog({
    console,
    now: () => Date.now(),
    context: readPageCondition,
    post: async (entry) => {
      const token = currentToken()
      await fetchWithTimeout({ fetch, limitMs: timeLimitMs }, path, {
        method,
        keepalive: true,
        body: JSON.stringify(entry),
        headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      })
    },
  })
}

function readPageCondition(): PageLogContext {
  return {
    clientTime: new Date().toISOString(),
    userAgent: navigator.userAgent,
    viewportWidth: window.innerWidth,
    viewportHeight: window.innerHeight,
    cookies: document.cookie,
    location: window.location.href,
  }
}

/**
 * Matches an error event that is not an error: the browser reports that it will observe some sizes only in the next
 * frame. Resize Observer, 3.4.8.
 */
const deferredSizes = /^ResizeObserver loop/u

/** Logs uncaught errors and unhandled rejections of the page. */
export function logUncaughtErrors(page: Pick<Window, 'addEventListener'>, log: ClientLog): void {
  page.addEventListener('error', ({ message, error, filename, lineno, colno }) => {
    if (deferredSizes.test(message)) return
    log.error(message, error, { fileName: filename, lineNumber: lineno, columnNumber: colno })
  })
  page.addEventListener('unhandledrejection', ({ reason }) => log.error('Unhandled rejection', reason))
}
