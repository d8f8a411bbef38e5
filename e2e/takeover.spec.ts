import type { Page } from '@playwright/test'
import type { Language } from '#contract/languages.ts'
import type { RegistryFileEntry } from '#stand-ins/registry-file.ts'
import type { ControlledGateway } from './controlled-gateway.ts'
import { expect, test } from './fixtures.ts'
import { addApplianceByApi, apiOfSession, signUp } from './people.ts'
import { findAccessibilityViolations } from './accessibility-violations.ts'
import { type Translator, translatorOfLanguage } from './translator.ts'

// Specification 26.9: a person who moved in takes over an appliance. In this demo, each wait of a takeover lasts two
// seconds.

/**
 * The time limit for one step. On an idle machine a step takes 4 s: for the listener, the wait and the polling of the
 * page. In production, people have minutes.
 */
const stepMs = 30_000

test.use({ viewport: { width: 320, height: 740 }, hasTouch: true })

for (const language of ['de', 'pl'] as const satisfies readonly Language[]) {
  test.describe(`a house is taken over, on a phone, in ${language}`, () => {
    test.use({ locale: language })

    test('a person who moved in switches the gateway as asked, and the owner agrees', async ({
      page: owner,
      claimable,
      device,
      pageOf,
    }) => {
      const say = translatorOfLanguage(language)
      // Even on an idle machine, the steps take half of the default time limit.
      test.slow()
      const gateway = claimable({ simulated: false })
      await signUp(owner, '/appliances')
      const id = await addApplianceByApi(apiOfSession(owner.request), gateway)
      const field = await device(gateway)
      await field.report('WORKING')
      const page = await pageOf('ben')
      await page.setViewportSize({ width: 320, height: 740 })
      await startTakeover(page, gateway, say)
      await expect(page.getByRole('timer')).toHaveText(/\d:\d\d/u)
      let current: ControlledGateway = field
      for (const part of [1, 2]) {
        await expect(page.getByRole('heading', { name: say('takeover.switch-off.title') })).toBeVisible({
          timeout: stepMs,
        })
        await expect(page.getByText(say('takeover.cycle', { cycle: String(part) }))).toBeVisible()
        await page.reload()
        await expect(page.getByRole('heading', { name: say('takeover.switch-off.title') })).toBeVisible()
        current.breakConnection()
        await expect(page.getByRole('heading', { name: say('takeover.switch-on.title') })).toBeVisible({
          timeout: stepMs,
        })
        current = await device(gateway)
        await current.report('WORKING')
      }
      await expect(page.getByRole('heading', { name: say('takeover.owner-asked.title') })).toBeVisible({
        timeout: stepMs,
      })
      expect(await findAccessibilityViolations(page)).toEqual([])

      // The person who agrees to a takeover must have signed in recently. The provider asks for nothing, because the
      // owner has just signed up.
      await owner.goto(`/auth/login?returnTo=/appliances/${id}/access&fresh=1`)
      const request = owner.getByRole('region', { name: say('access.takeover.title') })
      await expect(request.getByRole('button', { name: say('access.takeover.object') })).toBeVisible()
      await request.getByRole('button', { name: say('access.takeover.agree') }).click()
      await owner
        .getByRole('alertdialog')
        .getByRole('button', { name: say('access.takeover.agree') })
        .click()
      await expect(owner).not.toHaveURL(/access$/u)

      await page.reload()
      await expect(page.getByRole('heading', { name: say('takeover.done.title') })).toBeVisible()
      await page.getByRole('link', { name: say('join.to-appliances') }).click()
      await expect(page.getByRole('article')).toHaveCount(1)
    })
  })
}

test('a gateway that is switched before it was asked for ends the takeover with a sentence', async ({
  page,
  signIn,
  appliance,
}) => {
  const { gateway, field } = await appliance('ada')
  await field.report('WORKING')
  await signIn(page, 'ben')
  await startTakeover(page, gateway, translatorOfLanguage('en'))
  field.breakConnection()
  await expect(page.getByText('The gateway was switched before we asked')).toBeVisible()
  await page.getByRole('link', { name: 'Start again' }).click()
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
})

/** Opens the form that adds an appliance, and goes on to the first step of the takeover. */
async function startTakeover(
  page: Page,
  { serial, accessCode, userPassword }: RegistryFileEntry,
  say: Translator,
): Promise<void> {
  await page.goto('/appliances/add')
  await page.getByRole('link', { name: say('add.takeover') }).click()
  await expect(page.getByRole('heading', { level: 1, name: say('takeover.title') })).toBeVisible()
  await page.getByLabel(say('add.serial.label')).fill(serial)
  await page.getByLabel(say('add.access-code.label')).fill(accessCode)
  await page.getByLabel(say('add.password.label'), { exact: true }).fill(userPassword)
  await page.getByRole('button', { name: say('takeover.start') }).click()
  await expect(page.getByRole('heading', { name: say('takeover.keep-on.title') })).toBeVisible()
}
