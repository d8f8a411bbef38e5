import type { Page } from '@playwright/test'
import { pagePaths } from '#contract/pages.ts'
import { matchesPathPattern } from '#contract/path-pattern.ts'
import { simulateBrowserTranslation } from './browser-translation.ts'
import { expect, test } from './fixtures.ts'
import { createLongestTexts, serveCatalog } from './longest-texts.ts'
import { signUpAsNewcomer } from './newcomer.ts'
import { newcomerScreens } from './screens/newcomer.ts'
import { noticeScreens } from './screens/notices.ts'
import { cardScreens, ownerDialogAndErrorScreens, ownerScreens } from './screens/owner.ts'
import { publicScreens } from './screens/public.ts'
import { createScreenOfPath, type Screen, type ScreenVisit } from './screens/screen.ts'
import { serviceScreens } from './screens/service.ts'
import { findCutOffTexts } from './find-cut-off-texts.ts'
import { findHiddenLiveRegions } from './find-hidden-live-regions.ts'
import { findAccessibilityViolations, findColourContrastViolations } from './accessibility-violations.ts'
import { translatorOfCatalog } from './translator.ts'

// Visits all screens and dialogs, with the longest text of each message, while a simulated browser translates the
// page. On each screen, React must be able to update the translated texts.
//
// Without the translation, no text may be cut off on a phone, and WCAG 2.2 AA must be met in both colour schemes.
// There must be no violation of the content security policy, and no error in the console.
//
// These are the longest tests. Files run in the order of their names, so this file has a name near the start of the
// alphabet.

const phone = { width: 360, height: 740 }
const desk = { width: 1280, height: 720 }
/** French has the longest texts for most messages. Dates and country names are also in French. */
const language = 'fr'

type Walk = 'public' | 'newcomer' | 'owner' | 'cards' | 'more'

/**
 * The walk that visits each path. Null: no walk of this file visits the path, in most cases because the path only
 * redirects.
 */
const walks: Readonly<Record<(typeof pagePaths)[number], Walk | null>> = {
  '/': null,
  '/auth-failed': 'public',
  '/auth-complete': null,
  '/auth-expired': 'public',
  '/unauthorized': 'public',
  '/info': 'owner',
  '/help': 'public',
  '/help/accessibility': 'public',
  '/receipts': 'public',
  '/error': 'public',
  '/policies/:lang/:country/:pagePath': 'public',
  '/appliances': 'owner',
  '/appliances/add': 'owner',
  '/takeover': 'owner',
  '/takeover/:takeoverId': 'more',
  '/appliances/:gatewayId/data-export': 'cards',
  '/appliances/:gatewayId/history': 'cards',
  '/appliances/:gatewayId/faults/:code': 'more',
  '/appliances/:gatewayId/access': 'cards',
  '/appliances/:gatewayId/handover': 'cards',
  '/invite': null,
  // This path needs a request of a third party; `e2e/27-share.spec.ts` opens it.
  '/share/:requestId': null,
  // This page is only in English; `e2e/27-developers.spec.ts` opens it.
  '/developers': null,
  '/join/:token': 'more',
  '/external': null,
  '/controller': null,
  '/accept-tos': 'newcomer',
  // This path shows the same page as `/accept-tos`.
  '/external-accept-tos': null,
  '/account': 'owner',
  '/account-add': 'newcomer',
  '/notices': 'more',
}

test.describe.configure({ mode: 'parallel' })
test.use({ locale: language, viewport: phone })
test.slow()

test('screens that need no sign-in', async ({ page }) => {
  const visitAll = await startVisits(page)
  expect(await visitAll(publicScreens)).toEqual(pagesOf('public'))
})

test('screens of a newcomer', async ({ page }) => {
  await signUpAsNewcomer(page, '/accept-tos', language)
  const visitAll = await startVisits(page)
  expect(await visitAll(newcomerScreens)).toEqual(pagesOf('newcomer'))
})

test('screens of an owner', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const visitAll = await startVisits(page)
  expect(await visitAll(ownerScreens)).toEqual(pagesOf('owner'))
})

test('screens from a card of an owner', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const visitAll = await startVisits(page)
  expect(await visitAll(cardScreens)).toEqual(pagesOf('cards'))
})

test('more screens of an owner', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const visitAll = await startVisits(page)
  expect(await visitAll([...ownerDialogAndErrorScreens, ...noticeScreens])).toEqual(pagesOf('more'))
})

test('screens of a viewer', async ({ page, signIn }) => {
  await signIn(page, 'viewer')
  const visitAll = await startVisits(page)
  await visitAll([createScreenOfPath('/appliances'), createScreenOfPath('/appliances/add')])
})

test('screens of the service settings', async ({ page, signIn, claimed, claimable, api }) => {
  const gatewayId = await claimed('ada', claimable())
  await signIn(page, 'ada')
  const visitAll = await startVisits(page)
  await visitAll(serviceScreens, { api: await api('ada'), gatewayId })
})

function pagesOf(walk: Walk): unknown {
  return expect.arrayContaining(pagePaths.filter((path) => walks[path] === walk))
}

/** Opens and checks the given screens. Returns the page paths that were visited. */
type VisitAll = <V extends ScreenVisit>(
  screens: readonly Screen<V>[],
  more?: Omit<V, keyof ScreenVisit>,
) => Promise<string[]>

async function startVisits(page: Page): Promise<VisitAll> {
  const catalog = createLongestTexts()
  await serveCatalog(page, language, catalog)
  const complaints = await listen(page)
  const translation = await simulateBrowserTranslation(page)
  return async (screens, more) => {
    const visit = { page, words: translatorOfCatalog(catalog), ...more } as Parameters<
      (typeof screens)[number]['open']
    >[0]
    const seen = new Set<string>()
    for (const { name, open } of screens) {
      await open(visit)
      expect.soft(await translation.takeProblems(), name).toEqual({ bare: [], errors: [] })
      await translation.runWithoutTranslation(async () => checkScreen(page, name))
      expect.soft(complaints.splice(0), name).toEqual([])
      for (const path of pagePaths) if (matchesPathPattern(path, new URL(page.url()).pathname)) seen.add(path)
    }
    return [...seen]
  }
}

async function checkScreen(page: Page, name: string): Promise<void> {
  const opened = await page.evaluate(overlays)
  expect.soft(await page.evaluate(findCutOffTexts), `${name}, on a phone`).toEqual([])
  await page.setViewportSize(desk)
  expect(await page.evaluate(overlays), `${name} is still open on a desk`).toEqual(opened)
  expect.soft(await page.evaluate(findHiddenLiveRegions), `live regions of ${name}`).toEqual([])
  expect.soft(await findAccessibilityViolations(page), name).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await findColourContrastViolations(page), `${name}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(phone)
}

/** Returns an array to which violations of the content security policy, and errors of the console, are added. */
async function listen(page: Page): Promise<string[]> {
  const complaints: string[] = []
  // Ignores network errors that the tests cause. The browser reports them in the console, and the page's log names
  // them.
  const isOurs = (text: string) => !text.startsWith('Failed to load resource') && !text.endsWith('{kind: network}')
  page.on(
    'console',
    (consoleMessage) =>
      consoleMessage.type() === 'error' && isOurs(consoleMessage.text()) && complaints.push(consoleMessage.text()),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.exposeFunction('reportViolation', (text: string) => complaints.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void }
      reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  return complaints
}

/** Returns the roles of the elements in front of the page. Runs in the page. */
function overlays(): (string | null)[] {
  const roles = ['dialog', 'alertdialog', 'menu', 'listbox', 'tooltip'].map((role) => `[role=${role}]`)
  return [...document.querySelectorAll(roles.join())].map((element) => element.getAttribute('role'))
}
