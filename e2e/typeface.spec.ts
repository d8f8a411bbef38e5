import type { Page } from '@playwright/test'
import { disableFirstAnswers } from './first-answers.ts'
import { expect, test } from './fixtures.ts'

const fontFile = /\.woff2$/u

async function loadedFaces(page: Page): Promise<number> {
  return page.evaluate(
    () => [...document.fonts].filter((face) => face.family === 'Portal' && face.status === 'loaded').length,
  )
}

test('the typeface loads after the first card, and at once on the next visit', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  let hasCard = false
  const early: string[] = []
  page.on('request', (request) => {
    if (fontFile.test(request.url()) && !hasCard) early.push(request.url())
  })
  await disableFirstAnswers(page)
  await page.route('**/api/2/connections?*', async (route) => {
    await route.continue()
    hasCard = true
  })
  await page.goto('/appliances')
  await expect.poll(() => loadedFaces(page)).toBeGreaterThan(0)
  expect(early).toEqual([])
  await page.goto('/not-found')
  await expect.poll(() => loadedFaces(page)).toBeGreaterThan(0)
})

test('readers of English load only the letters of English', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => fontFile.test(request.url()) && files.push(request.url()))
  await page.goto('/not-found')
  await expect.poll(() => loadedFaces(page)).toBe(1)
  expect(files.filter((url) => url.includes('extended'))).toEqual([])
})

test('values are aligned under each other: their figures have equal widths', async ({ page }) => {
  await page.goto('/not-found')
  await expect.poll(() => loadedFaces(page)).toBe(1)
  const widths = await page.evaluate(() =>
    ['1111', '8888'].map((figures) => {
      const span = document.createElement('span')
      span.style.fontVariantNumeric = 'tabular-nums'
      span.textContent = figures
      document.body.append(span)
      return span.getBoundingClientRect().width
    }),
  )
  expect(widths[0]).toBe(widths[1])
})
