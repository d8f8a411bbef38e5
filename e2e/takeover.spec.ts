import type { Page } from '@playwright/test'
import type { RegistryFileEntry } from '#stand-ins/registry-file.ts'
import type { Device } from './device.ts'
import { expect, test } from './fixtures.ts'
import { addByApi, apiOfSession, signUp } from './people.ts'
import { violationsOf } from './violations.ts'

// Specification 26.9: a person who moved in takes over an appliance. The waits of the demo are two seconds here.

/** The listener, the wait and the page's reading take 4 s on an idle machine; the product gives minutes. */
const stepMs = 30_000

test.use({ viewport: { width: 320, height: 740 }, hasTouch: true })

test('a person who moved in switches the gateway as asked, and the owner agrees', async ({
  page: owner,
  claimable,
  device,
  pageOf,
}) => {
  // The steps take half of the default limit, also on an idle machine.
  test.slow()
  const gateway = claimable({ simulated: false })
  await signUp(owner, '/appliances')
  const id = await addByApi(apiOfSession(owner.request), gateway)
  const field = await device(gateway)
  await field.report('WORKING')
  const page = await pageOf('ben')
  await page.setViewportSize({ width: 320, height: 740 })
  await startTakeover(page, gateway)
  await expect(page.getByRole('timer')).toHaveText(/^\d:\d\d left$/u)
  let current: Device = field
  for (const part of [1, 2]) {
    await expect(page.getByRole('heading', { name: 'Switch the gateway off now' })).toBeVisible({ timeout: stepMs })
    await expect(page.getByText(`Part ${part} of 2`)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Switch the gateway off now' })).toBeVisible()
    current.die()
    await expect(page.getByRole('heading', { name: 'Switch the gateway on now' })).toBeVisible({ timeout: stepMs })
    current = await device(gateway)
    await current.report('WORKING')
  }
  await expect(page.getByRole('heading', { name: 'We have asked the owner' })).toBeVisible({ timeout: stepMs })
  expect(await violationsOf(page)).toEqual([])

  // Agreeing needs a recent sign-in; right after signing up the provider asks nothing.
  await owner.goto(`/auth/login?returnTo=/appliances/${id}/access&fresh=1`)
  const request = owner.getByRole('region', { name: 'Somebody says they moved in' })
  await expect(request.getByRole('button', { name: 'Object' })).toBeVisible()
  await request.getByRole('button', { name: 'Agree' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Agree' }).click()
  await expect(owner).not.toHaveURL(/access$/u)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'You are the owner now' })).toBeVisible()
  await page.getByRole('link', { name: 'To your appliances' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a gateway that is switched before it was asked for ends the takeover with a sentence', async ({
  page,
  signIn,
  appliance,
}) => {
  const { gateway, field } = await appliance('ada')
  await field.report('WORKING')
  await signIn(page, 'ben')
  await startTakeover(page, gateway)
  field.die()
  await expect(page.getByText('The gateway was switched before we asked')).toBeVisible()
  await page.getByRole('link', { name: 'Start again' }).click()
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
})

/** From the form that adds an appliance to the first step. */
async function startTakeover(page: Page, { serial, accessCode, userPassword }: RegistryFileEntry): Promise<void> {
  await page.goto('/appliances/add')
  await page.getByRole('link', { name: 'The owner is gone? I moved in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'I moved in' })).toBeVisible()
  await page.getByLabel('Serial number/Gateway ID').fill(serial)
  await page.getByLabel('Access code/Password').fill(accessCode)
  await page.getByLabel('User password', { exact: true }).fill(userPassword)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'Leave the gateway switched on' })).toBeVisible()
}
