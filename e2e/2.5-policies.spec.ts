import { expect, test } from './fixtures.ts'

const titles = {
  imprint: 'Imprint',
  privacy: 'Privacy statement',
  tos: 'Terms of use',
  'service-description': 'Service description',
  'legal-notice': 'Legal notice',
  'data-act': 'Information on product and service related data (Data Act)',
}

for (const country of ['GB', 'FR', 'FO']) {
  test(`every legal document of ${country} is available without a sign-in`, async ({ page }) => {
    for (const [kind, title] of Object.entries(titles)) {
      await page.goto(`/policies/en/${country}/${kind}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('article')).not.toBeEmpty()
      await expect(page).toHaveTitle(`${title} – Gateway Management Portal`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    }
  })
}

test('a document that does not exist in the language is shown in the country’s, with a note', async ({ page }) => {
  await page.goto('/policies/sk/AT/tos')
  await expect(page).toHaveURL('/policies/de/AT/tos')
  await expect(page.getByRole('article')).toHaveAttribute('lang', 'de')
  await expect(page.getByText('This document is only available in German.')).toBeVisible()
  await page.goto('/policies/en/FO/imprint')
  await expect(page).toHaveURL('/policies/da/FO/imprint')
  await expect(page.getByRole('article')).toHaveAttribute('lang', 'da')
  await expect(page.getByText('This document is only available in Danish.')).toBeVisible()
})

test('a path is accepted in any letter case', async ({ page }) => {
  await page.goto('/policies/EN/gb/tos')
  await expect(page).toHaveURL('/policies/en/GB/tos')
})

test('choosing another language of the page also changes the document', async ({ page }) => {
  await page.goto('/policies/en/DE/imprint')
  await expect(page.getByRole('article')).toHaveAttribute('lang', 'en')
  await page.getByLabel('Language').selectOption('de')
  await expect(page).toHaveURL('/policies/de/DE/imprint')
  await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveAttribute('lang', 'de')
})

test('a path without a document is not found', async ({ page }) => {
  for (const path of ['/policies/en/GB/passwd', '/policies/xx/GB/tos', '/policies/en/US/tos']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible()
  }
})

test('a document shows only text with its links, lists and tables', async ({ page }) => {
  const html =
    '<h1>Terms</h1><p>Read <a href="https://portal.example/" onclick="smuggled()">this</a>.<br>Then sign.</p>' +
    '<table>\n<tbody><tr>\n<th scope="row" colspan="2">Since</th></tr></tbody></table><ol start="3"><li>Third</li></ol>' +
    '<b style="color:red">Old</b><script>smuggled()</script><img src="x" onerror="smuggled()">'
  await page.route('**/legal/**', (route) =>
    route.fulfill({ json: { language: 'en', country: 'GB', kind: 'tos', html } }),
  )
  await page.goto('/policies/en/GB/tos')
  await expect(page.getByRole('article')).toContainText('Terms')
  // Removes the elements that wrap texts with siblings. The page adds these elements for browsers that translate it.
  const shown = await page.getByRole('article').innerHTML()
  expect(shown.replaceAll(/<\/?span>/gu, '')).toBe(
    '<h2>Terms</h2><p>Read <a href="https://portal.example/">this</a>.<br>Then sign.</p>' +
      '<table><tbody><tr><th scope="row" colspan="2">Since</th></tr></tbody></table><ol start="3"><li>Third</li></ol>' +
      '<b>Old</b>',
  )
})

test('a document that cannot be read now has a retry button', async ({ page }) => {
  await page.route('**/legal/**', async (route) => {
    const json = { type: 'about:blank', title: 'Unavailable', status: 503, code: 'unavailable' }
    await route.fulfill({ status: 503, json })
  })
  await page.goto('/policies/en/GB/privacy')
  await expect(page.getByRole('alert')).toContainText('This document is not available at the moment')
  await page.unroute('**/legal/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).not.toBeEmpty()
})

test('the side navigation is hidden on policy pages, and the page prints without its frame', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'owner')
  await page.goto('/info')
  await page.getByRole('link', { name: 'Legal notice' }).click()
  await expect(page).toHaveURL('/policies/de/DE/legal-notice')
  await expect(page.getByRole('heading', { level: 1, name: 'Legal notice' })).toBeFocused()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Info', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
})

test('the info page links to all legal documents of the user’s country', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/info')
  for (const [kind, title] of Object.entries(titles)) {
    await expect(page.getByRole('main').getByRole('link', { name: title })).toHaveAttribute(
      'href',
      `/policies/en/DE/${kind}`,
    )
  }
  await expect(page.getByRole('button', { name: 'Cookie Settings' })).toHaveCount(0)
})

test('Cookie Settings appears only with the privacy widget, and opens it', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.addInitScript(() => {
    Object.assign(window, { privacyWidget: { open: () => Object.assign(window, { wasOpened: true }) } })
  })
  await page.goto('/info')
  await page.getByRole('button', { name: 'Cookie Settings' }).click()
  expect(await page.evaluate(() => Reflect.get(window, 'wasOpened') as boolean)).toBe(true)
})
