import type { Locator, Page } from '@playwright/test'
import type { RegistryFileEntry } from '#stand-ins/registry-file.ts'
import { formatSerialNumber } from '#contract/format-codes.ts'
import { expect, test } from './fixtures.ts'

const noAppliances =
  'There are currently no connected appliances. To access service provider and customer support options, please add your appliance.'
const networkFailure = 'The portal could not be reached.'

function serial(page: Page): Locator {
  return page.getByLabel('Serial number/Gateway ID')
}

function accessCode(page: Page): Locator {
  return page.getByLabel('Access code/Password')
}

function password(page: Page): Locator {
  return page.getByLabel('User password')
}

async function fill(page: Page, gateway: RegistryFileEntry, changed: Partial<RegistryFileEntry> = {}): Promise<void> {
  const typed = { ...gateway, ...changed }
  await serial(page).fill(typed.serial)
  await accessCode(page).fill(typed.accessCode)
  await password(page).fill(typed.userPassword)
}

/** Returns the distance from the lower edge of one element to the upper edge of another, in px. */
async function distance(upper: Locator, lower: Locator): Promise<number> {
  const [first, second] = [await upper.boundingBox(), await lower.boundingBox()]
  return first && second ? second.y - (first.y + first.height) : Number.NaN
}

/** Returns the vertical distance between each field and the next, in px. */
async function distances(fields: readonly Locator[]): Promise<number[]> {
  return Promise.all(fields.slice(1).map(async (field, index) => distance(fields[index] ?? field, field)))
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add appliance' }).click()
}

test.describe('an empty account', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(page, 'ada')
    await page.goto('/appliances/add')
  })

  test('sees that there are no appliances yet', async ({ page }) => {
    await expect(page.getByText(noAppliances)).toBeVisible()
  })

  test('adds an appliance with the codes of its sticker', async ({ page, claimable }) => {
    const gateway = claimable({ applianceType: 'BOILER' })
    await fill(page, gateway)
    await submit(page)
    await expect(page.getByRole('status').getByText('The appliance was successfully added.')).toBeVisible()
    await expect(page).toHaveURL('/appliances')
    await expect(page.getByRole('article', { name: 'Boiler 1' })).toContainText(`Gateway ID: ${gateway.serial}`)
    await page.reload()
    await expect(page.getByRole('article', { name: 'Boiler 1' })).toBeVisible()
  })

  test('sees the next steps, ticked once done and remembered until then', async ({ page, claimable }) => {
    await fill(page, claimable({ applianceType: 'BOILER' }))
    await submit(page)
    const steps = page.getByRole('article', { name: 'Boiler 1' }).getByRole('region', { name: 'Next steps' })
    await expect(steps.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('article').getByRole('region').first()).toHaveAccessibleName('Next steps')
    await expect(steps.getByRole('button', { name: 'Find a service provider' })).toBeHidden()
    await page.reload()
    // No step has the button 'Enter the address', because the card already has 'Add address' in the tab below.
    await expect(steps.getByRole('listitem')).toHaveCount(2)
    await expect(steps.getByRole('button', { name: 'Enter the address' })).toBeHidden()
    await page.getByRole('button', { name: 'Add address' }).click()
    await page.getByLabel('Postal code').fill('10115')
    await page.getByLabel('City').fill('Berlin')
    await page.getByLabel('Street address').fill('Ringstraße 1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(steps.getByRole('listitem').first()).toContainText('Enter the address: Done')
    await steps.getByRole('button', { name: 'Find a service provider' }).click()
    await expect(page.getByRole('tab', { name: 'Service provider' })).toBeFocused()
    await expect(steps.getByRole('button', { name: 'Find a service provider' })).toBeHidden()
    await page.reload()
    await expect(steps.getByRole('listitem').first()).toContainText('Enter the address: Done')
    await steps.getByRole('button', { name: 'Hide next steps' }).click()
    await expect(steps).toBeHidden()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Service provider' })).toBeVisible()
    await expect(steps).toBeHidden()
  })

  test('sees once that the appliance is connected, with one next step', async ({ page, claimable, device }) => {
    const gateway = claimable({ applianceType: 'BOILER', simulated: false })
    // An earlier test may have left this gateway offline.
    const field = await device(gateway)
    await field.report('ONLINE')
    await fill(page, gateway)
    await submit(page)
    const success = page.getByRole('status', { name: 'Your appliance is connected' })
    await expect(success.getByRole('heading', { name: 'Your boiler is connected' })).toBeVisible()
    // The values may already exist, because an earlier test may have used this gateway.
    await expect(success).toContainText(/The first values (?:arrive in about two minutes|are already here)\./u)
    await field.report('WORKING')
    await field.sendValues('hc1', { roomTemperature: 21.5 })
    await expect(success).toContainText('The first values are already here.')
    await page.getByRole('button', { name: 'Enter the address' }).click()
    await expect(page.getByLabel('Postal code')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('region', { name: 'Next steps' })).toBeVisible()
    await expect(success).toBeHidden()
  })

  test('sees that an offline gateway is added, and what connects it, in one statement', async ({
    page,
    claimable,
    device,
  }) => {
    const gateway = claimable({ applianceType: 'BOILER', simulated: false })
    const controlledGateway = await device(gateway)
    await controlledGateway.report('WORKING')
    controlledGateway.breakConnection()
    await fill(page, gateway)
    await submit(page)
    const card = page.getByRole('article', { name: 'Boiler 1' })
    const added = card.getByRole('status', { name: 'Your appliance has been added' })
    await expect(added).toContainText('It connects as soon as the gateway has power and internet.')
    await expect(card).toContainText('Offline since')
    await expect(card).not.toContainText('connected')
    await expect(card).not.toContainText('Please check that the gateway has power')
    const back = await device(gateway)
    await back.report('WORKING')
    await expect(card.getByRole('status', { name: 'Your appliance is connected' })).toBeVisible()
    await expect(added).toBeHidden()
  })

  test('also sees the next steps on a fourth card, which is not folded', async ({ page, claimable, claimed }) => {
    for (let number = 0; number < 3; number += 1) await claimed('ada', claimable())
    const gateway = claimable()
    await fill(page, gateway)
    await submit(page)
    const fourth = page.getByRole('article').filter({ hasText: gateway.serial })
    await expect(fourth.getByRole('region', { name: 'Next steps' })).toBeVisible()
    await page.reload()
    await expect(fourth.getByRole('region', { name: 'Next steps' })).toBeVisible()
  })

  test('on a phone the sticker stays visible above the fields, and no field moves while the person types', async ({
    page,
    claimable,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await fill(page, claimable())
    const sticker = page.getByRole('figure').getByRole('img')
    const fields = [serial(page), accessCode(page), password(page)]
    const distancesNow = () => distances(fields)
    await expect(sticker).toBeVisible()
    const before = await distancesNow()
    for (const field of [...fields, serial(page)]) {
      await field.focus()
      await expect(sticker).toBeInViewport({ ratio: 1 })
      await expect.poll(async () => distance(sticker, field)).toBeGreaterThan(0)
      expect(await distancesNow()).toEqual(before)
    }
  })

  test('adds a test gateway, whose serial begins with cold, with the same form', async ({ page, claimable }) => {
    const gateway = claimable({ type: 'cold' })
    await fill(page, gateway, { serial: gateway.serial.replace('cold', 'Cold') })
    await submit(page)
    await expect(page.getByRole('article')).toContainText(gateway.serial)
  })

  test('codes are shown in groups as printed and may be pasted with spaces and dashes', async ({ page, claimable }) => {
    const gateway = claimable()
    const inFours = (code: string, separator: string) => code.replaceAll(/.{4}(?=.)/gu, `$&${separator}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await paste(serial(page), ` ${inFours(gateway.serial, ' ')} `)
    await paste(accessCode(page), inFours(gateway.accessCode, '-'))
    await expect(serial(page)).toHaveValue(formatSerialNumber(gateway.serial))
    await expect(accessCode(page)).toHaveValue(inFours(gateway.accessCode, ' '))
    await password(page).fill(gateway.userPassword)
    await submit(page)
    await expect(page.getByRole('article')).toContainText(gateway.serial)

    async function paste(field: Locator, text: string): Promise<void> {
      await page.evaluate(async (copied) => navigator.clipboard.writeText(copied), text)
      await field.press('ControlOrMeta+v')
    }
  })

  test('Cancel empties the form and stays, since there is no list to go to', async ({ page }) => {
    await serial(page).fill('123')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/appliances/add')
    await expect(serial(page)).toHaveValue('')
  })

  test('each field has an info button that shows its position on the sticker', async ({ page }) => {
    const buttons = page.getByRole('button', { name: 'Where do I find this?' })
    const words = [/printed at the top/u, /16 letters and digits/u, /Your own password/u]
    await expect(buttons).toHaveCount(words.length)
    const fields = ['Serial number/Gateway ID', 'Access code/Password', 'User password']
    for (const [index, field] of fields.entries()) await expect(buttons.nth(index)).toHaveAccessibleDescription(field)
    for (const [index, text] of words.entries()) {
      await buttons.nth(index).hover()
      await expect(page.getByRole('tooltip')).toContainText(text)
      await expect(page.getByRole('tooltip').getByRole('img')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('tooltip')).toBeHidden()
    }
  })

  test('wrong codes are refused in one sentence that does not say which, and stay in the form', async ({
    page,
    claimable,
  }) => {
    const gateway = claimable()
    await fill(page, gateway, { userPassword: 'wrong-password' })
    await submit(page)
    await expect(page.getByRole('alert').getByText('Adding appliance failed.')).toBeVisible()
    await expect(page.getByText('These details do not match.')).toBeVisible()
    await expect(password(page)).toHaveValue('wrong-password')
    await password(page).fill(gateway.userPassword)
    await submit(page)
    await expect(page.getByRole('article')).toContainText(gateway.serial)
  })

  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [1280, 720],
  ] as const) {
    test(`the form shows why nothing was added, in view, ${width}px`, async ({ page, claimable }) => {
      await page.setViewportSize({ width, height })
      await page.route('**/api/2/connections', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      )
      await fill(page, claimable())
      const why = page.getByText(networkFailure)
      const failed = page.getByRole('alert').filter({ hasText: 'Adding appliance failed.' })
      const toasts = page.getByRole('region', { name: 'Messages' })
      // Submits with Enter in the field, where the callout is out of view, and with the button.
      for (const send of [() => password(page).press('Enter'), () => submit(page)]) {
        await send()
        await expect(failed).toHaveCount(1)
        await expect(why).toBeInViewport({ ratio: 1 })
        await expect(toasts).toBeEmpty()
        await page.evaluate(() => window.scrollTo(0, 0))
      }
    })
  }

  test('a double click sends once', async ({ page, claimable }) => {
    const gateway = claimable()
    let sent = 0
    page.on(
      'request',
      (request) => (sent += Number(request.method() === 'POST' && request.url().endsWith('connections'))),
    )
    await fill(page, gateway)
    await page.getByRole('button', { name: 'Add appliance' }).dblclick()
    await expect(page.getByRole('article')).toContainText(gateway.serial)
    expect(sent).toBe(1)
  })
})

test.describe('an account with an appliance', () => {
  let own: RegistryFileEntry

  test.beforeEach(async ({ page, signIn, claimed, claimable }) => {
    own = claimable()
    await claimed('ada', own)
    await signIn(page, 'ada')
    await page.goto('/appliances')
    await page.getByRole('button', { name: 'Add new appliance' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Add new appliance' })).toBeVisible()
  })

  test('does not see that there are none', async ({ page }) => {
    await expect(page.getByText(noAppliances)).toBeHidden()
  })

  test('sees that it already has the appliance', async ({ page }) => {
    await fill(page, own)
    await submit(page)
    await expect(page.getByText('This appliance is already in your list.')).toBeVisible()
  })

  test('Cancel returns to the list without asking', async ({ page }) => {
    await serial(page).fill('123')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
  })

  test('an untouched form is left without a question', async ({ page }) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Info' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  })

  test('leaving with unsaved changes asks; closing the question stays, Confirm leaves', async ({ page }) => {
    const dialog = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
    const leave = async () => page.getByRole('navigation').getByRole('link', { name: 'Info' }).click()
    await serial(page).fill('123')
    for (const answer of ['Close', 'Cancel']) {
      await leave()
      await expect(dialog).toContainText('Leave without saving changes?')
      await dialog.getByRole('button', { name: answer }).click()
      await expect(dialog).toBeHidden()
      await expect(serial(page)).toHaveValue('123')
    }
    await page.goBack()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/appliances/add')
    await leave()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Appliances' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeVisible()
  })

  test('the browser asks before the page itself is left with unsaved changes', async ({ page }) => {
    await serial(page).pressSequentially('123')
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.accept()
    await reloaded
    await expect(serial(page)).toHaveValue('')
  })
})
