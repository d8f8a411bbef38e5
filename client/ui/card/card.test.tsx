import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Card } from './card.tsx'

test('a card is an article named by its title', () => {
  const markup = renderToStaticMarkup(<Card title="Boiler 1" chip="Online" meta="Gateway ID: 123456789" />)
  const [, id] = /<article[^>]*aria-labelledby="([^"]+)"/.exec(markup) ?? []
  expect(markup).toMatch(new RegExp(`<h2 id="${id}"[^>]*>Boiler 1</h2>`))
})
