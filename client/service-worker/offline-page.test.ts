import { expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { languages } from '#contract/languages.ts'
import type { LastState } from './last-state.ts'
import { renderOfflinePage } from './offline-page.ts'

const now = Date.parse('2026-11-22T14:03:00Z')

const state: LastState = {
  person: 'person-1',
  at: now - 2.9 * hourMs,
  language: 'en',
  locale: 'en-GB',
  appliances: [{ name: 'Cellar, Boiler 1', status: 'Working' }],
}

function shown(changes: Partial<Parameters<typeof renderOfflinePage>[0]> = {}): string {
  return renderOfflinePage({
    brand: { title: 'Portal', logoSvg: '<svg></svg>', themeCss: ':root{--brand:#123456;}', icon: null },
    state,
    preferred: ['en-GB'],
    address: '/appliances?a=1&b=2',
    now,
    nonce: 'once',
    ...changes,
  })
}

test('it says that the portal cannot be reached, and shows the last state with its age', () => {
  const html = shown()
  expect(html).toContain('<h1>The portal cannot be reached</h1>')
  expect(html).toContain('<bdi>Cellar, Boiler 1</bdi>')
  expect(html).toContain('<span>Working</span>')
  expect(html).toMatch(/As of 22 November at \d\d:\d\d \(2 hours ago\)\. It may have changed since\./u)
  expect(html).toContain('href="/appliances?a=1&#38;b=2"')
})

test.each([
  [0, 'this minute'],
  [59_000, 'this minute'],
  [60_000, '1 minute ago'],
  [hourMs - 1, '59 minutes ago'],
  [23.9 * hourMs, '23 hours ago'],
  [50 * hourMs, '2 days ago'],
  [-5 * hourMs, 'this minute'],
])('an age of %i ms is shown as %s', (age, words) => {
  expect(shown({ state: { ...state, at: now - age } })).toContain(`(${words})`)
})

test('without a last state no appliance is shown, in the language of the browser', () => {
  const html = shown({ state: null, preferred: ['pl-PL'] })
  expect(html).toContain('<html lang="pl">')
  expect(html).toContain('Portal jest niedostępny')
  expect(html).not.toContain('<section')
})

test.each(languages)('it is complete in %s, regardless of the language of the browser', (language) => {
  const html = shown({ state: { ...state, language, locale: language }, preferred: ['xx'] })
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).not.toMatch(/offline\.\w|\{\w+\}(?!\})\s*\(/u)
  expect(html.match(/<p>/gu)?.length).toBeGreaterThanOrEqual(3)
})

test('hostile names are shown as text, and only its own script runs', () => {
  const name = '</strong><script>alert(1)</script>'
  const html = shown({
    state: { ...state, appliances: [{ name, status: '"><img src=x>' }] },
    address: '/"><script>alert(2)</script>',
  })
  expect(html).not.toMatch(/<script>|<img/u)
  expect(html.match(/<script nonce="once">/gu)).toHaveLength(2)
})
