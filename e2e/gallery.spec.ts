import { expect, test } from '@playwright/test'
import { buildGallery } from '../scripts/dev/build-gallery.ts'
import { findCutOffTexts } from './find-cut-off-texts.ts'
import { findColourContrastViolations, findAccessibilityViolationsOfPart } from './accessibility-violations.ts'

// Checks all examples of the gallery in one document. They have states that other tests seldom reach.

const origin = 'http://gallery.test'

/** The text spacing that WCAG 2.2 requires a page to support, in section 1.4.12. */
const spacedText = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
} p { margin-bottom: 2em !important; }`

test.use({ viewport: { width: 320, height: 800 } })

test('no component has a violation in any state, in light and dark, or a cut text with more space in it', async ({
  page,
}) => {
  test.slow()
  const gallery = await buildGallery()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route(`${origin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill((await gallery(`${pathname}${search}`)) ?? { status: 404 })
  })
  await page.goto(`${origin}/gallery/frame`)
  await expect(page.locator('[data-example]').first()).toBeAttached({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  expect.soft(await findAccessibilityViolationsOfPart(page)).toEqual([])
  await page.evaluate(() => (document.documentElement.dataset['appearance'] = 'dark'))
  expect.soft(await findColourContrastViolations(page), 'dark').toEqual([])
  await page.addStyleTag({ content: spacedText })
  expect.soft(await page.evaluate(findCutOffTexts), 'with more space').toEqual([])
})
