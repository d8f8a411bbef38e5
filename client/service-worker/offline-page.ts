import { dayMs, hourMs } from '#contract/durations.ts'
import { appearanceCookie } from '#contract/appearance.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import type { ServiceWorkerBrand } from '#contract/service-worker.ts'
import base from '#client/styles/base.css?inline'
import tokens from '#client/styles/tokens.css?inline'
import type { LastState } from './last-state.ts'
import own from './offline-page.css?inline'
import { type WorkerTexts, createWorkerTexts } from './worker-texts.ts'

export type OfflinePageContent = {
  brand: ServiceWorkerBrand
  /** The last state of the person's appliances; null if none is stored. */
  state: LastState | null
  /** The languages of the browser: BCP 47 tags, best first. */
  preferred: readonly string[]
  /** The requested path with its query. */
  address: string
  /** The current time in epoch ms. */
  now: number
  /** The nonce of the content security policy, for the page's scripts and styles. */
  nonce: string
}

/** A script that sets the reader's appearance before the first paint. Specification 2.15. */
const appearanceScript = `const [, chosen] = /(?:^|; )${appearanceCookie}=(light|dark)/.exec(document.cookie) ?? []
if (chosen) document.documentElement.dataset.appearance = chosen`

/**
 * A script that reloads the page when the network is back, and when the page becomes visible, so that the shown age is
 * correct.
 */
const reloadScript = `addEventListener('online', () => location.reload())
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && location.reload())`

/**
 * Returns an HTML document that says that the portal cannot be reached and shows the last state. Specification 11.6.
 */
export function renderOfflinePage({ brand, state, preferred, address, now, nonce }: OfflinePageContent): string {
  const { t, language, locale } = createWorkerTexts(state, preferred)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${t('offline.title')} – ${brand.title}`)}</title>
<script nonce="${nonce}">${appearanceScript}</script>
<style nonce="${nonce}">${tokens}${base}${own}${brand.themeCss}</style>
</head>
<body>
<header>${brand.logoSvg}<span>${escapeHtml(brand.title)}</span></header>
<main>
<h1>${escapeHtml(t('offline.title'))}</h1>
<p>${escapeHtml(t('offline.text'))}</p>
<p><a class="again" href="${escapeHtml(address)}">${escapeHtml(t('offline.again'))}</a></p>
${state ? lastReportedLines(state, { t, age: ageOf(state.at, now, locale), moment: momentOf(state.at, locale) }) : ''}
</main>
<script nonce="${nonce}">${reloadScript}</script>
</body>
</html>
`
}

function lastReportedLines(
  { appliances }: LastState,
  texts: { t: WorkerTexts['t']; age: string; moment: string },
): string {
  const { t, age, moment } = texts
  const items = appliances.map(
    ({ name, status }) => `<li><strong><bdi>${escapeHtml(name)}</bdi></strong> <span>${escapeHtml(status)}</span></li>`,
  )
  return `<section aria-labelledby="last-known">
<h2 id="last-known">${escapeHtml(t('offline.last-known'))}</h2>
<p>${escapeHtml(t('offline.as-of', { moment, age }))}</p>
<ul>${items.join('')}</ul>
</section>`
}

const steps = [
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: hourMs },
  { unit: 'minute', ms: 60_000 },
] as const

/** Formats an age, rounded down: '2 hours ago'. An age of less than one minute is 'this minute'. */
function ageOf(at: number, now: number, locale: string): string {
  const elapsedMs = Math.max(0, now - at)
  const { unit, ms } = steps.find((step) => elapsedMs >= step.ms) ?? { unit: 'minute', ms: 60_000 }
  const format = new Intl.RelativeTimeFormat(locale, { numeric: elapsedMs < 60_000 ? 'auto' : 'always' })
  return format.format(-Math.floor(elapsedMs / ms), unit)
}

/** Formats a time with its date, because the page may stay open past midnight. */
function momentOf(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' }).format(
    at,
  )
}
