import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { type Language, languages } from '#contract/languages.ts'
import { expect, test } from './fixtures.ts'
import { arriveAsNewcomer } from './newcomer.ts'
import { newcomerScreens } from './screens/newcomer.ts'
import { ownerScreens } from './screens/owner.ts'
import { publicScreens } from './screens/public.ts'
import type { Screen, Visit } from './screens/screen.ts'
import { serviceScreens } from './screens/service.ts'
import { wordsIn } from './words.ts'

type Catalog = Record<string, string>

async function catalogOf(language: Language): Promise<Catalog> {
  const file = new URL(`../client/i18n/catalogs/${language}.json`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as Catalog
}

async function pageIn(browser: Browser, locale: string): Promise<Page> {
  return (await browser.newContext({ locale })).newPage()
}

test('the page speaks the language of the browser, says so, and loads that catalog alone', async ({ browser }) => {
  for (const language of languages) {
    const page = await pageIn(browser, language)
    const loaded: string[] = []
    page.on('request', (request) => {
      const catalog = /\/assets\/([a-z]{2})-[\w-]+\.js$/u.exec(request.url())?.[1]
      if (catalog) loaded.push(catalog)
    })
    await page.goto('/not-found')
    const { 'not-found.title': title = '', 'not-found.home': home = '' } = await catalogOf(language)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('link', { name: home })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
    expect(loaded).toEqual([language])
    await page.context().close()
  }
})

for (const [locale, title] of [
  ['de-AT', 'de'],
  ['nb-NO', 'no'],
  ['ja-JP', 'en'],
] as const) {
  test(`a browser that wishes ${locale} is answered in ${title}`, async ({ browser }) => {
    const page = await pageIn(browser, locale)
    await page.goto('/not-found')
    const catalog = await catalogOf(title)
    await expect(page.getByRole('heading', { level: 1, name: catalog['not-found.title'] ?? '' })).toBeVisible()
    await page.context().close()
  })
}

test('a language that a person chose is kept', async ({ page }) => {
  const german = await catalogOf('de')
  await page.goto('/not-found')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await expect(page.getByRole('heading', { level: 1, name: german['not-found.title'] ?? '' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: german['not-found.title'] ?? '' })).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveValue('de')
})

test('times are written as the reader writes them', async ({ browser, signIn }) => {
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

test.describe('at 360 px nothing is cut off', () => {
  test.describe.configure({ mode: 'parallel' })
  test.slow()
  test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } })

  for (const language of languages) {
    test.describe(`in ${language}`, () => {
      test.use({ locale: language })

      test('on any screen that needs no sign-in, or that is new', async ({ page }) => {
        await lookAt(publicScreens, { page, words: await wordsIn(language) })
        await arriveAsNewcomer(page, '/accept-tos', language)
        await lookAt(newcomerScreens, { page, words: await wordsIn(language) })
      })

      test('on any screen of an owner', async ({ page, signIn }) => {
        await signIn(page, 'owner')
        await lookAt(ownerScreens, { page, words: await wordsIn(language) })
      })

      test('on any screen of the service settings', async ({ page, signIn, claimed, claimable, api }) => {
        const gatewayId = await claimed('ada', claimable())
        await signIn(page, 'ada')
        await lookAt(serviceScreens, { page, words: await wordsIn(language), api: await api('ada'), gatewayId })
      })
    })
  }
})

async function lookAt<V extends Visit>(screens: readonly Screen<V>[], visit: V): Promise<void> {
  for (const { name, open } of screens) {
    await open(visit)
    expect(await visit.page.evaluate(textsCutOff), name).toEqual([])
  }
}

/** Texts that are wider than their box, or that reach out of the page. */
function textsCutOff(): string[] {
  const isForEyes = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && getComputedStyle(element).visibility !== 'hidden'
  }
  const holdsText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
  const isCut = (element: Element) => {
    const clips = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    return clips || element.getBoundingClientRect().right > document.documentElement.clientWidth + 1
  }
  return [...document.querySelectorAll('#root *')]
    .filter((element) => isForEyes(element) && holdsText(element) && isCut(element))
    .map((element) => element.textContent ?? '')
}
