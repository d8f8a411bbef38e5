import { expect } from '@playwright/test'
import type { ConnectionList } from '#contract/appliance.ts'
import { disableFirstAnswers } from '../first-answers.ts'
import { createScreenOfPath, chooseNavigationEntry, openPath, type Screen, type ScreenVisit } from './screen.ts'

/** The screens and dialogs of the demo's owner. Opening them changes nothing. */
export const ownerScreens: readonly Screen[] = [
  createScreenOfPath('/appliances'),
  createScreenOfPath('/appliances/add'),
  createScreenOfPath('/takeover'),
  createScreenOfPath('/account'),
  createScreenOfPath('/info'),
  { name: 'the form of the account', open: openAccountForm },
  { name: 'the form of the account with errors', open: openAccountErrors },
  { name: 'each tab of a card', open: openTabs },
]

/** The screens and dialogs that open from a card of the demo's owner. */
export const cardScreens: readonly Screen[] = [
  {
    name: 'the menu of a card',
    async open({ page, words }) {
      await openPath(page, '/appliances')
      await page
        .getByRole('button', { name: words('appliance.actions') })
        .first()
        .click()
      await expect(page.getByRole('menuitem', { name: words('appliance.data-export') })).toBeVisible()
    },
  },
  { name: 'the data export', open: openDataExport },
  { name: 'the history of an appliance', open: openHistory },
  { name: 'who has access to an appliance', open: openAccess },
  { name: 'the dialog that invites somebody', open: openInviteDialog },
  { name: 'handing an appliance over', open: openHandover },
  {
    name: 'the dialog that deletes an appliance',
    async open({ page, words }) {
      await openPath(page, '/appliances')
      await page
        .getByRole('button', { name: words('appliance.delete') })
        .first()
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'the dialog that renames an appliance',
    async open({ page, words }) {
      await openPath(page, '/appliances')
      await page
        .getByRole('button', { name: words('appliance.actions') })
        .first()
        .click()
      await page.getByRole('menuitem', { name: words('appliance.rename') }).click()
      await expect(page.getByRole('dialog').getByLabel(words('rename.name'))).toBeFocused()
    },
  },
  {
    name: 'the dialog that logs out',
    async open(visit) {
      await openPath(visit.page, '/appliances')
      await chooseNavigationEntry(visit, 'button', visit.words('shell.logout'))
      await expect(visit.page.getByRole('alertdialog')).toBeVisible()
    },
  },
]

/**
 * The screens of the demo's owner that need more than one step to open: the invitation, dialogs, forms with errors, and
 * failed requests.
 */
export const ownerDialogAndErrorScreens: readonly Screen[] = [
  {
    name: 'the invitation callout',
    async open({ page, words }) {
      await openPath(page, '/invite?companyId=5b0f7a5e-3f0c-4f39-9d0f-1f5d3e6a7b21')
      await expect(page.getByText(words('invitation.text'))).toBeVisible()
    },
  },
  {
    name: 'the dialog that deletes the account',
    async open({ page, words }) {
      await openPath(page, '/account')
      await page.getByRole('button', { name: words('deletion.delete') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'the form of an appliance with errors', open: openClaimErrors },
  {
    name: 'a sticker picture',
    async open({ page, words }) {
      await openPath(page, '/appliances/add')
      await page
        .getByRole('button', { name: words('add.where') })
        .first()
        .focus()
      await expect(page.getByRole('tooltip')).toBeVisible()
    },
  },
  {
    name: 'a scan without a camera, and how types are distinguished',
    async open({ page, words }) {
      await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
      await openPath(page, '/appliances/add')
      await page.getByText(words('add.which')).click()
      await page.getByRole('button', { name: words('add.scan') }).click()
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    },
  },
  {
    name: "a fault's own page",
    async open({ page, words }) {
      await openPath(page, '/appliances')
      const link = page.getByRole('link', { name: words('history.title') }).first()
      const history = new URL((await link.getAttribute('href')) ?? '', page.url())
      await openPath(page, history.pathname.replace('history', 'faults/E104'))
      await expect(page.getByRole('region', { name: words('fault.page.lately') })).toBeVisible()
    },
  },
  createScreenOfPath('/appliances/gone/faults/E104'),
  { name: 'an invitation that is not valid', open: openJoin },
  {
    name: "the way to the brand's app",
    async open({ page }) {
      await openPath(page, '/appliances/add')
      await page.getByRole('radio', { name: 'CT200' }).check()
    },
  },
  {
    name: 'the question before unsaved changes are left',
    async open(visit) {
      await openPath(visit.page, '/appliances/add')
      await visit.page.getByLabel(visit.words('add.serial.label')).fill('1')
      await chooseNavigationEntry(visit, 'link', visit.words('shell.info'))
      await expect(visit.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'a failure toast', open: openFailure },
  { name: 'the request of a takeover', open: openTakeover },
  {
    name: 'a list that could not be loaded',
    async open({ page }) {
      await disableFirstAnswers(page)
      await page.route('**/api/2/connections?*', async (route) => route.abort(), { times: 2 })
      await page.goto('/appliances')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
]

async function openAccountForm({ page, words }: ScreenVisit): Promise<void> {
  await openPath(page, '/account')
  // Uses the exact name, because the page also has a button with a similar name for the account at the identity
  // provider.
  await page.getByRole('button', { name: words('account.edit.title') }).click()
  await expect(page.getByRole('textbox', { name: words('account.first-name'), exact: true })).toBeVisible()
}

async function openAccountErrors(visit: ScreenVisit): Promise<void> {
  const { page, words } = visit
  await openAccountForm(visit)
  await page.getByRole('textbox', { name: words('account.first-name'), exact: true }).fill('')
  await page.getByRole('textbox', { name: words('account.telephone'), exact: true }).fill('')
  await page.getByRole('button', { name: words('account.save-changes') }).click()
  await expect(page.getByText(words('account.telephone.required'))).toBeVisible()
}

async function openTabs({ page, words }: ScreenVisit): Promise<void> {
  await openPath(page, '/appliances')
  for (const [index, tab] of [words('tab.address'), words('tab.provider'), 'Cedar'].entries()) {
    await page.getByRole('article').nth(index).getByRole('tab', { name: tab }).click()
  }
}

async function openJoin({ page, words }: ScreenVisit): Promise<void> {
  await openPath(page, `/join/${'A'.repeat(43)}`)
  await expect(page.getByText(words('join.over.unknown'))).toBeVisible()
}

async function openClaimErrors({ page, words }: ScreenVisit): Promise<void> {
  await openPath(page, '/appliances/add')
  await page.getByRole('button', { name: words('add.submit') }).click()
  await expect(page.getByText(words('add.password.required'), { exact: true })).toBeVisible()
}

async function openFailure({ page, words }: ScreenVisit): Promise<void> {
  await page.route('**/api/2/connections', async (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await openPath(page, '/appliances/add')
  await page.getByLabel(words('add.serial.label')).fill('123456789')
  await page.getByLabel(words('add.access-code.label')).fill('ABCD1234EFGH5678')
  await page.getByLabel(words('add.password.label'), { exact: true }).fill('abcd')
  await page.getByRole('button', { name: words('add.submit') }).click()
  await expect(page.getByRole('alert').getByText(words('toast.add-failed'))).toBeVisible()
  await page.unroute('**/api/2/connections')
}

async function openTakeover({ page, words }: ScreenVisit): Promise<void> {
  const id = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d77'
  const [now, nextAt] = [Date.now(), Date.now() + 160_000].map((moment) => new Date(moment).toISOString())
  const takeover = { id, step: 'switch-off', cycle: 1, now, nextAt, reason: null, connectionId: null }
  const path = `**/api/2/connections/takeovers/${id}`
  await page.route(path, async (route) => route.fulfill({ json: takeover }))
  await openPath(page, `/takeover/${id}`)
  await expect(page.getByRole('heading', { name: words('takeover.switch-off.title') })).toBeVisible()
  await page.unroute(path)
}

async function openDataExport({ page, words }: ScreenVisit): Promise<void> {
  await openPath(page, '/appliances')
  await page
    .getByRole('button', { name: words('appliance.actions') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: words('appliance.data-export') }).click()
  await expect(page.getByRole('button', { name: words('data-export.submit') })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function openAccess({ page, words }: ScreenVisit): Promise<void> {
  await openPath(page, '/appliances')
  await page
    .getByRole('button', { name: words('appliance.actions') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: words('access.title') }).click()
  await expect(
    page
      .getByRole('region', { name: words('access.who') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
}

async function openInviteDialog(visit: ScreenVisit): Promise<void> {
  const { page, words } = visit
  await openAccess(visit)
  await page.getByRole('button', { name: words('access.invite') }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: words('access.create-link') })).toBeVisible()
}

async function openHandover(visit: ScreenVisit): Promise<void> {
  const { page, words } = visit
  await openAccess(visit)
  await page.getByRole('button', { name: words('handover.start') }).click()
  await expect(page.getByRole('heading', { level: 1, name: words('handover.title') })).toBeVisible()
}

async function openHistory({ page, words }: ScreenVisit): Promise<void> {
  await disableFirstAnswers(page)
  const listed = page.waitForResponse(/\/api\/2\/connections(?:\?|$)/u)
  await openPath(page, '/appliances')
  const { items } = (await (await listed).json()) as ConnectionList
  await openPath(page, `/appliances/${items[0]?.id}/history?period=30d`)
  await page.getByRole('button', { name: words('data-export.chart.show-table') }).click()
  await expect(page.getByRole('table')).toBeVisible()
}
