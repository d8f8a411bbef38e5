import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation } from '#client/i18n/translation.ts'
import { StaticRouter } from '#client/router/static-router.tsx'
import { Shell } from './shell.tsx'
import type { NavigationProps } from './side-navigation.tsx'

const translation = await createTranslation({
  load: async () => ({}),
  keeping: { getItem: () => 'en', setItem: () => {} },
  preferred: [],
  onLanguage: () => {},
})

const navigation: NavigationProps = {
  top: [{ id: 'appliances', label: 'Appliances', icon: null, href: '/appliances', current: true }],
  bottom: [{ id: 'logout', label: 'Logout', icon: null, onPress: () => {} }],
}

function markupOf(signedIn: boolean | 'expected'): string {
  const shown = signedIn === true ? navigation : signedIn || undefined
  return renderToStaticMarkup(
    <StaticRouter>
      <TextProvider translation={translation}>
        <Shell title="Portal" logo="Logo" navigation={shown}>
          <h1>Page</h1>
        </Shell>
      </TextProvider>
    </StaticRouter>,
  )
}

test('the side navigation is only for signed-in users', () => {
  expect(markupOf(true)).toContain('<nav')
  expect(markupOf(false)).not.toMatch(/<nav|aria-controls/)
})

test('an entry with a target is a link, an entry with an action is a button', () => {
  expect(markupOf(true)).toMatch(/<a [^>]*href="\/appliances"[^>]*>.*Appliances/)
  expect(markupOf(true)).toMatch(/<button [^>]*>.*Logout/)
})

test('the skip link leads to the main landmark, and the title is not a heading', () => {
  expect(markupOf(true)).toContain('href="#main"')
  expect(markupOf(true)).toMatch(/<main id="main"/)
  expect(markupOf(true).match(/<h1/g)).toHaveLength(1)
})

test('until the session is known, the space of the navigation is reserved, without text', () => {
  const kept = markupOf('expected')
  expect(kept).toContain('data-navigation="true"')
  expect(kept).not.toMatch(/<nav|aria-controls|aria-label="Main"/)
})
