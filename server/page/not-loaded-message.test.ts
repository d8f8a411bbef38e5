import { expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { preparePageDocument } from './page-document.ts'
import { renderNotLoadedMessage } from './not-loaded-message.ts'

const { settings } = (await readBrands()).defaultBrand

test('a page that does not load says so in the reader’s language, with telephone and email of the brand', () => {
  const message = renderNotLoadedMessage(settings, 'de')
  expect(message).toContain('<div class="not-loaded" role="alert" lang="de"><strong>Die Seite ist noch nicht geladen')
  expect(message).toContain('<a href="tel:+493023125100">+49 30 23125 100</a>')
  expect(message).toContain('<a href="mailto:support@cedar.example">')
  expect(message).toContain('<a href="">Neu laden</a>')
})

test('a brand without a telephone offers its email', () => {
  const message = renderNotLoadedMessage({ ...settings, supportPhone: null }, 'en')
  expect(message).not.toContain('tel:')
  expect(message).toContain('mailto:')
})

test('the message is in the element whose content the page replaces', () => {
  const request = { address: '/', isSessionExpected: false, appearance: 'system', notLoaded: '<p>$&</p>' } as const
  expect(preparePageDocument('<div id="root"><!--not-loaded--></div>', request)).toBe('<div id="root"><p>$&</p></div>')
})
