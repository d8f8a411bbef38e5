import type { Page } from '@playwright/test'
import type { RegistryFileEntry } from '#stand-ins/registry-file.ts'
import { connectCompany, setAddress } from './addresses-and-companies.ts'
import type { ControlledGateway } from './controlled-gateway.ts'
import { disableFirstAnswers } from './first-answers.ts'
import { expect, test } from './fixtures.ts'
import { delayAnswers, readLayoutShifts, recordLayoutShifts } from './layout-shifts.ts'
import { mockConnectionList, createTwelveConnections } from './long-list.ts'
import { hideReports } from './hide-reports.ts'
import { signUpAsNewcomer } from './newcomer.ts'
import { createApprovedProgram, requestConsent } from './programs.ts'
import { newcomerScreens } from './screens/newcomer.ts'
import { noticeScreens } from './screens/notices.ts'
import { cardScreens, ownerDialogAndErrorScreens, ownerScreens } from './screens/owner.ts'
import { publicScreens } from './screens/public.ts'
import { createScreenOfPath, openPath, type Screen, type ScreenVisit } from './screens/screen.ts'
import { serviceScreens } from './screens/service.ts'
import { translatorOfLanguage } from './translator.ts'

// The maximum layout shift. Painted content must not move while the other content of the page loads slowly: each answer
// waits until the page has drawn itself without that answer. Web Vitals, "Cumulative Layout Shift".

const mostShift = 0.02

/** Opens and checks the given screens. */
type VisitAll = <V extends ScreenVisit>(
  screens: readonly Screen<V>[],
  more?: Omit<V, keyof ScreenVisit>,
) => Promise<void>

test.describe.configure({ mode: 'parallel' })

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test.describe(`nothing moves while slow answers arrive, ${width} px`, () => {
    test.use({ viewport: { width, height } })
    test.slow()

    test('of an owner', async ({ page, signIn }) => {
      await signIn(page, 'owner')
      const visitAll = await startVisits(page)
      await visitAll([
        ...ownerScreens,
        createScreenOfPath('/account#notices'),
        createScreenOfPath('/account#delete'),
        refusedClaim,
      ])
    })

    test('from a card of an owner', async ({ page, signIn }) => {
      await signIn(page, 'owner')
      const visitAll = await startVisits(page)
      await visitAll(cardScreens)
    })

    test('of an owner, more of them', async ({ page, signIn }) => {
      await signIn(page, 'owner')
      const visitAll = await startVisits(page)
      await visitAll([createScreenOfPath('/notices'), ...ownerDialogAndErrorScreens, ...noticeScreens])
    })

    test('of a new owner, until the first values and the address are there', async ({
      page,
      signIn,
      claimable,
      device,
    }) => {
      const gateway = claimable({ applianceType: 'BOILER', simulated: false })
      await signIn(page, 'ada')
      const visitAll = await startVisits(page)
      await visitAll([claimOf(gateway), firstValuesOf(async () => device(gateway)), savedAddress])
    })

    for (const count of [1, 3, 12])
      test(`of a list of ${count} that comes later than its page`, async ({ page, signIn }) => {
        await signIn(page, 'owner')
        await mockConnectionList(page, () => createTwelveConnections().slice(0, count))
        const visitAll = await startVisits(page)
        await visitAll([createScreenOfPath('/appliances')])
      })
  })
}

// Screens without a list of cards are checked at one width, because the order of their parts does not depend on it.
test.describe('nothing moves while slow answers arrive, without a list', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test.slow()

  test('without sign-in', async ({ page }) => {
    const visitAll = await startVisits(page)
    await visitAll([createScreenOfPath('/'), ...publicScreens])
  })

  test('of a newcomer', async ({ page }) => {
    await signUpAsNewcomer(page, '/accept-tos')
    const visitAll = await startVisits(page)
    await visitAll(newcomerScreens)
  })

  test('of the service settings', async ({ page, signIn, claimed, claimable, api }) => {
    const gatewayId = await claimed('ada', claimable())
    await signIn(page, 'ada')
    const visitAll = await startVisits(page)
    await visitAll(serviceScreens, { api: await api('ada'), gatewayId })
  })

  test('of a program that asks for data', async ({ page, signIn, appliance, api, baseURL }) => {
    const { id } = await appliance('ada')
    await setAddress(await api('ada'), id)
    await connectCompany(await api('ada'), id, 'SUPPORT')
    const program = await createApprovedProgram(await api('ada'), baseURL)
    await signIn(page, 'ada')
    const question = await requestConsent(page, program)
    const visitAll = await startVisits(page)
    await visitAll([
      createScreenOfPath('/developers'),
      {
        name: 'the question of a program',
        async open() {
          await page.goto(`${question.address}?user_code=${question.userCode}`)
          await page.getByRole('button', { name: 'Continue' }).click()
          await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible()
        },
      },
      createScreenOfPath(`/appliances/${id}/access`),
    ])
  })
})

for (const width of [320, 390, 768, 1280]) {
  test.describe(`nothing moves when a gateway connects, ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })
    test.slow()

    test('that was offline when its owner added it', async ({ page, signIn, claimable, device }) => {
      const gateway = claimable({ applianceType: 'BOILER', simulated: false })
      const controlledGateway = await device(gateway)
      await controlledGateway.report('WORKING')
      controlledGateway.breakConnection()
      await signIn(page, 'ada')
      const visitAll = await startVisits(page)
      await visitAll([offlineClaimOf(gateway), firstValuesOf(async () => device(gateway))])
    })

    test('that was offline in the card of its owner', async ({ page, signIn, claimable, claimed, device }) => {
      const gateway = claimable({ applianceType: 'BOILER', simulated: false })
      await claimed('ada', gateway)
      const lost = await device(gateway)
      await lost.report('WORKING')
      await lost.sendValues('hc1', { roomTemperature: 20.3, roomSetpoint: 21 })
      lost.breakConnection()
      await signIn(page, 'ada')
      const visitAll = await startVisits(page)
      await visitAll([offlineCard, firstValuesOf(async () => device(gateway))])
    })

    test('that was added earlier and has never reported', async ({ page, signIn, claimable, claimed, device }) => {
      const gateway = claimable({ applianceType: 'BOILER', simulated: false })
      await claimed('ada', gateway)
      await signIn(page, 'ada')
      const showReports = await hideReports(page)
      const visitAll = await startVisits(page)
      await visitAll([neverReported, firstValuesOf(connect)])

      async function connect(): Promise<ControlledGateway> {
        const field = await device(gateway)
        showReports()
        return field
      }
    })
  })
}

const refusedClaim: Screen = {
  name: 'a refused claim',
  async open({ page, words }) {
    await openPath(page, '/appliances/add')
    await page.getByLabel(words('add.serial.label')).fill('123456789')
    await page.getByLabel(words('add.access-code.label')).fill('ABCD1234EFGH5678')
    await page.getByLabel(words('add.password.label'), { exact: true }).fill('abcd')
    await page.getByRole('button', { name: words('add.submit') }).click()
    await expect(page.getByRole('alert').getByText(words('toast.add-failed'))).toBeVisible()
  },
}

const neverReported: Screen = {
  name: 'the list before the first report',
  async open({ page, words }) {
    await openPath(page, '/appliances')
    await expect(page.getByText(words('sentence.never'))).toBeVisible()
  },
}

const offlineCard: Screen = {
  name: 'the list while the gateway is offline',
  async open({ page, words }) {
    await openPath(page, '/appliances')
    await expect(page.getByText(words('sentence.offline'))).toBeVisible()
  },
}

/** Opens the card of a new appliance whose gateway is offline. */
function offlineClaimOf(gateway: RegistryFileEntry): Screen {
  const { open } = claimOf(gateway)
  return {
    name: 'a claim of an offline gateway',
    async open(visit) {
      await open(visit)
      await expect(visit.page.getByRole('status', { name: visit.words('add.added') })).toBeVisible()
    },
  }
}

/** Opens the card of a new appliance. */
function claimOf(gateway: RegistryFileEntry): Screen {
  return {
    name: 'a claim',
    async open({ page, words }) {
      await openPath(page, '/appliances/add')
      await page.getByLabel(words('add.serial.label')).fill(gateway.serial)
      await page.getByLabel(words('add.access-code.label')).fill(gateway.accessCode)
      await page.getByLabel(words('add.password.label'), { exact: true }).fill(gateway.userPassword)
      await page.getByRole('button', { name: words('add.submit') }).click()
      // An earlier test may have left the gateway offline.
      const success = page.getByRole('status', { name: words('add.connected') })
      await expect(success.or(page.getByRole('status', { name: words('add.added') }))).toBeVisible()
    },
  }
}

function firstValuesOf(connect: () => Promise<ControlledGateway>): Screen {
  return {
    name: 'the first values',
    async open({ page }) {
      const field = await connect()
      await field.report('WORKING')
      await field.sendValues('hc1', { roomTemperature: 21.7, roomSetpoint: 21 })
      await expect(page.getByText('21.7', { exact: true })).toBeVisible()
    },
  }
}

const savedAddress: Screen = {
  name: 'a saved address',
  async open({ page, words }) {
    await page.getByRole('button', { name: words('add.next.address') }).click()
    await page.getByLabel(words('address.postal-code')).fill('10115')
    await page.getByLabel(words('address.city')).fill('Berlin')
    await page.getByLabel(words('address.street1')).fill('Ringstraße 1')
    await page.getByRole('button', { name: words('address.save'), exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: words('add.next.done') })).toBeVisible()
  },
}

async function startVisits(page: Page): Promise<VisitAll> {
  await recordLayoutShifts(page)
  await disableFirstAnswers(page)
  const { waitUntilAnswered: arrived } = await delayAnswers(page)
  return async (screens, more) => {
    const visit = { page, words: translatorOfLanguage('en'), ...more } as Parameters<
      (typeof screens)[number]['open']
    >[0]
    for (const { name, open } of screens) {
      await open(visit)
      await arrived()
      const { score, moved } = await readLayoutShifts(page)
      expect.soft(score, [name, ...moved].join('\n')).toBeLessThanOrEqual(mostShift)
    }
  }
}
