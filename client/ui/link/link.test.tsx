import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StaticRouter } from '#client/router/static-router.tsx'
import { Link, type LinkProps } from './link.tsx'

function markupOf(props: Omit<LinkProps, 'children'>): string {
  return renderToStaticMarkup(
    <StaticRouter>
      <Link {...props}>There</Link>
    </StaticRouter>,
  )
}

test('a path of the page goes through the router', () => {
  expect(markupOf({ href: '/appliances' })).toContain('href="/appliances"')
})

test.each(['https://www.example.com/', 'mailto:support@example.com', 'tel:+491', '//example.com', '#main'])(
  '%s is handled by the browser',
  (href) => {
    expect(markupOf({ href })).toContain(`href="${href}"`)
  },
)

test('a page opened in a new tab gets no referrer', () => {
  expect(markupOf({ href: 'https://www.example.com/', newTab: true })).toContain('target="_blank" rel="noreferrer"')
})

test('the link to the current page has aria-current', () => {
  expect(markupOf({ href: '/account', current: true })).toContain('aria-current="page"')
})

test('a link with role button is still followed by the browser', () => {
  expect(markupOf({ href: '/appliances/add', role: 'button' })).toMatch(/^<a [^>]*role="button"[^>]*href=/u)
})
