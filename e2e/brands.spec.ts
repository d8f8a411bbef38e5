import { expect, test } from './fixtures.ts'

// Specification 9: there are six brands; E and F use title, logo and favicon of the default brand. Specification 11.
const fallback = 'cedar'
const brands = [
  { id: 'alder', name: 'Alder', title: 'Alder Gateway Portal', icon: 'alder' },
  { id: 'birch', name: 'Birch', title: 'Birch Gateway Portal', icon: 'birch' },
  { id: 'cedar', name: 'Cedar', title: 'Gateway Management Portal', icon: 'cedar' },
  { id: 'dogwood', name: 'Dogwood', title: 'Dogwood Gateway Portal', icon: 'dogwood' },
  { id: 'elder', name: 'Elder', title: 'Gateway Management Portal', icon: fallback },
  { id: 'fir', name: 'Fir', title: 'Gateway Management Portal', icon: fallback },
]

for (const { id, name, title, icon } of brands) {
  test(`${id} has its name, title, logo, favicon and colours`, async ({ page, request }) => {
    await page.goto(`/error?brand=${id}`)
    await expect(page).toHaveTitle(`Internal Server Error – ${title}`)
    const banner = page.getByRole('banner')
    await expect(banner).toContainText(title)
    await expect(banner.getByRole('img', { name })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      `mailto:support@${id}.example`,
    )
    expect(await (await request.get(await page.evaluate(faviconOf))).body()).toEqual(
      await (await request.get(await faviconOfBrand(icon))).body(),
    )

    async function faviconOfBrand(brand: string): Promise<string> {
      const html = await (await request.get(`/error?brand=${brand}`)).text()
      return /rel="icon"[^>]*href="([^"]+)"/u.exec(html)?.[1] ?? ''
    }
  })
}

function faviconOf(): string {
  return document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? ''
}

test('every brand has colours of its own', async ({ page }) => {
  const colours = new Set<string>()
  for (const { id } of brands) {
    await page.goto(`/error?brand=${id}`)
    const action = page.getByRole('link', { name: 'Try again' })
    colours.add(await action.evaluate((element) => getComputedStyle(element).backgroundColor))
  }
  expect(colours.size).toBe(brands.length)
})

test('a brand chosen in the demo is stored', async ({ page }) => {
  await page.goto('/error?brand=birch')
  await page.goto('/error')
  await expect(page).toHaveTitle(/Birch Gateway Portal$/u)
})

test('an unknown brand changes nothing', async ({ page }) => {
  await page.goto('/error?brand=../../etc')
  await expect(page).toHaveTitle(/Gateway Management Portal$/u)
})

test('the third tab has the name of the brand, and a brand shows only its own appliances', async ({
  page,
  signIn,
  claimable,
  claimed,
}) => {
  const [birch, cedar] = [claimable({ brand: 'birch' }), claimable({ brand: 'cedar' })]
  for (const gateway of [birch, cedar]) await claimed('ada', gateway)
  await signIn(page, 'ada')
  const card = page.getByRole('article')
  await page.goto('/appliances?brand=birch')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(birch.serial)
  await expect(card.getByRole('tab')).toHaveText(['Address', 'Service provider', 'Birch'])
  await page.goto('/appliances?brand=cedar')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(cedar.serial)
})

test('an appliance of another brand is refused like wrong codes', async ({ page, signIn, claimable }) => {
  const gateway = claimable({ brand: 'birch' })
  await signIn(page, 'ada')
  await page.goto('/appliances/add?brand=cedar')
  await page.getByLabel('Serial number/Gateway ID').fill(gateway.serial)
  await page.getByLabel('Access code/Password').fill(gateway.accessCode)
  await page.getByLabel('User password').fill(gateway.userPassword)
  await page.getByRole('button', { name: 'Add appliance' }).click()
  await expect(page.getByText('These details do not match.')).toBeVisible()
})

test('the store badges link to the apps of the brand', async ({ page, signIn }) => {
  await signIn(page, 'ada')
  await page.goto('/appliances/add?brand=fir')
  await page.getByRole('radio', { name: 'CT200' }).check()
  await expect(page.getByRole('link', { name: 'Android' })).toHaveAttribute('href', 'https://apps.fir.example/android')
})
