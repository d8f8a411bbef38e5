import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { languages } from '#contract/languages.ts'
import { expect, test } from './fixtures.ts'
import { findCutOffTexts } from './find-cut-off-texts.ts'
import { readCatalog } from '#test/text-catalogs.ts'

async function pageIn(browser: Browser, locale: string, more: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext({ locale, ...more })).newPage()
}

test('the start page uses the language of the browser, declares it, loads only its catalogs, and fits a phone', async ({
  browser,
  signIn,
}) => {
  for (const language of languages) {
    const page = await pageIn(browser, language, { viewport: { width: 360, height: 740 } })
    await signIn(page, 'owner')
    const loaded = new Set<string>()
    page.on('request', (request) => {
      const catalog = /\/assets\/([a-z]{2})-[\w-]+\.js$/u.exec(request.url())?.[1]
      if (catalog) loaded.add(catalog)
    })
    await page.goto('/appliances')
    const { 'appliances.title': title = '', 'appliances.add': add = '' } = readCatalog(language)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('button', { name: add })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
    expect([...loaded]).toEqual([language])
    expect(await page.evaluate(findCutOffTexts), language).toEqual([])
    await page.context().close()
  }
})

for (const [locale, title] of [
  ['de-AT', 'de'],
  ['nb-NO', 'no'],
  ['ja-JP', 'en'],
] as const) {
  test(`a browser with ${locale} gets ${title}`, async ({ browser }) => {
    const page = await pageIn(browser, locale)
    await page.goto('/not-found')
    const catalog = readCatalog(title)
    await expect(page.getByRole('heading', { level: 1, name: catalog['not-found.title'] ?? '' })).toBeVisible()
    await page.context().close()
  })
}

test('a chosen language is stored', async ({ page }) => {
  const german = readCatalog('de')
  await page.goto('/not-found')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await expect(page.getByRole('heading', { level: 1, name: german['not-found.title'] ?? '' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: german['not-found.title'] ?? '' })).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveValue('de')
})

test('where the system’s list would open, mouse and keys open the page’s own', async ({ page }) => {
  await page.addInitScript(() => Object.assign(CSS, { supports: () => false }))
  await page.goto('/not-found')
  const language = page.getByRole('combobox', { name: 'Language' })
  const list = page.getByRole('listbox', { name: 'Language' })
  // The code of the custom list loads when the pointer is near the field. Until then, a click opens the system's
  // list. The loop closes that list with Escape and clicks again.
  const coming = page.waitForEvent('requestfinished', (request) => request.url().includes('custom-listbox'))
  await language.hover()
  await coming
  await expect(async () => {
    await page.keyboard.press('Escape')
    await language.click({ timeout: 2_000 })
    await expect(list).toBeFocused({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(list.getByRole('option')).toHaveCount(languages.length)
  await expect(list.getByRole('option', { selected: true })).toHaveText('English')
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(language).toBeFocused()
  await expect(language).toHaveValue('en')
  await page.keyboard.press('Enter')
  await page.keyboard.type('de')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Sprache' })).toHaveValue('de')
  await expect(page.getByRole('combobox', { name: 'Sprache' })).toBeFocused()
  await page.getByRole('combobox').click()
  await page.getByRole('listbox').getByRole('option', { name: 'Français' }).click()
  await expect(page.getByRole('combobox', { name: 'Langue' })).toHaveValue('fr')
})

test('times have the format of the reader', async ({ browser, signIn }) => {
  const seen = new Map<string, string>()
  for (const locale of ['en-US', 'de-DE']) {
    const page = await pageIn(browser, locale)
    await signIn(page, 'owner')
    await page.goto('/appliances')
    seen.set(locale, await page.getByRole('article').first().innerText())
    await page.context().close()
  }
  expect(seen.get('en-US')).toMatch(/since .*\d{1,2}:\d{2}\s[AP]M/u)
  expect(seen.get('de-DE')).toMatch(/seit .*\d{2}:\d{2}/u)
  expect(seen.get('de-DE')).not.toMatch(/\d{2}:\d{2}\s[AP]M/u)
})
