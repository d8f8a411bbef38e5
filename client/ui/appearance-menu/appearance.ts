import { dayS } from '#contract/durations.ts'
import { type Appearance, appearanceCookie, parseAppearance, schemeMediaQueryOf } from '#contract/appearance.ts'

const yearS = 365 * dayS

/** Returns the current appearance of the page. */
export function appearanceOfPage({ documentElement }: Document): Appearance {
  return parseAppearance(documentElement.dataset['appearance'])
}

/** Applies an appearance, and stores it for the next page load. Specification 2.15. */
export function applyAppearance(page: Document, appearance: Appearance): void {
  const { documentElement, head } = page
  if (appearance === 'system') delete documentElement.dataset['appearance']
  else documentElement.dataset['appearance'] = appearance
  head.querySelector('meta[name=color-scheme]')?.setAttribute('content', schemesOf(appearance))
  for (const colour of head.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    colour.media = schemeMediaQueryOf(colour.dataset['scheme'] === 'dark' ? 'dark' : 'light', appearance)
  page.cookie = cookieOf(appearance, page.location.protocol)
}

/**
 * Calls `onChange` at every change between light and dark, whether the reader, the system or a print causes it. Returns
 * a function that stops the calls.
 */
export function observeColourScheme(page: Document, onChange: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', 'print'].map((query) => window.matchMedia(query))
  const choice = new MutationObserver(onChange)
  for (const query of queries) query.addEventListener('change', onChange)
  choice.observe(page.documentElement, { attributeFilter: ['data-appearance'] })
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
    choice.disconnect()
  }
}

function schemesOf(appearance: Appearance): string {
  return appearance === 'system' ? 'light dark' : appearance
}

/** Returns the cookie that stores a choice. For `system`, the cookie deletes the stored choice. */
function cookieOf(appearance: Appearance, protocol: string): string {
  const maxAgeS = appearance === 'system' ? 0 : yearS
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${appearanceCookie}=${appearance}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax${secure}`
}
