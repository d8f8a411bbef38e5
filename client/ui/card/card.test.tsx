import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from '../button/button.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Card } from './card.tsx'

test('a card is an article named by its title', () => {
  const markup = renderToStaticMarkup(<Card title="Boiler 1" chip="Online" meta="Gateway ID: 123456789" />)
  const [, id] = /<article[^>]*aria-labelledby="([^"]+)"/.exec(markup) ?? []
  expect(markup).toMatch(new RegExp(`<h2 id="${id}"[^>]*>Boiler 1</h2>`))
})

test('buttons with the same name are described by their card, with an icon or with text', () => {
  const markup = renderToStaticMarkup(
    <Card title="Boiler 1" actions={<IconButton label="Delete appliance" icon={null} />}>
      <Button>Edit address</Button>
    </Card>,
  )
  const [, id] = /<h2 id="([^"]+)"/.exec(markup) ?? []
  const buttons = markup.match(/<button[^>]*>/gu) ?? []
  expect(buttons).toHaveLength(2)
  for (const button of buttons) expect(button).toContain(`aria-describedby="${id}"`)
  expect(renderToStaticMarkup(<Button>Save</Button>)).not.toContain('aria-describedby')
})
