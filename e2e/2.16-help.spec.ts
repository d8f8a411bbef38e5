import { expect, test } from './fixtures.ts'

test('a signed-out person finds an answer by a word of it', async ({ page }) => {
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1, name: 'Help and contact' })).toBeVisible()
  const gas = page.getByText('leave the house first')
  await expect(gas).toBeHidden()
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('monoxide')
  await expect(page.getByRole('status')).toHaveText('1 question found')
  await expect(gas).toBeVisible()
  await page.getByRole('searchbox').fill('quantum')
  await expect(page.getByRole('status')).toHaveText(
    'No matching question found. Please try another word, or write to us.',
  )
  await page.getByRole('searchbox').clear()
  await page.getByText('What does the status mean?').click()
  await expect(page.getByText('The gateway has not reported yet.')).toBeVisible()
  await page.getByText('Can I use my data in home automation?').click()
  const developers = page.getByRole('link', { name: 'For developers: write your own program' })
  await expect(developers).toHaveAttribute('href', '/developers')
})

test('pages of blocked people link to the help', async ({ page }) => {
  for (const path of ['/not-found', '/error', '/auth-failed', '/auth-expired', '/unauthorized']) {
    await page.goto(path)
    const help = page.getByRole('main').getByRole('link', { name: 'Help and contact' })
    await expect(help).toHaveAttribute('href', '/help')
  }
})

test('each brand has its own email address and telephone', async ({ page }) => {
  await page.goto('/help?brand=alder')
  const mail = page.getByRole('link', { name: 'Write an email' })
  await expect(mail).toHaveAttribute(
    'href',
    /^mailto:support@alder\.example\?subject=Question%20about%20the%20portal$/u,
  )
  await expect(page.getByRole('link', { name: 'Call +44 20 7946 0101' })).toHaveAttribute('href', 'tel:+442079460101')
  await page.goto('/help?brand=dogwood')
  await expect(mail).toHaveAttribute('href', /^mailto:support@dogwood\.example/u)
  await expect(page.getByRole('link', { name: 'Call' })).toBeHidden()
})

test('the mail of a signed-in person can name appliance, gateway and browser', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/info')
  await page.getByRole('navigation').getByRole('link', { name: 'Help and contact' }).click()
  const bodyOf = async () => {
    const address = await page.getByRole('link', { name: 'Write an email' }).getAttribute('href')
    return new URL(address ?? '').searchParams.get('body') ?? ''
  }
  const which = page.getByRole('combobox', { name: 'Which appliance is it about?' })
  await which.selectOption('Boiler 1')
  expect(await bodyOf()).toContain('It is about: Boiler 1')
  expect(await bodyOf()).not.toContain('Gateway ID')
  await page.getByRole('checkbox', { name: 'Add the gateway ID and my browser to the email' }).check()
  expect(await bodyOf()).toMatch(/Gateway ID: \d{3}\s\d{3}\s\d{3}\r\nBrowser: Mozilla/u)
})

test('the accessibility statement has the brand’s name, and says what was not tested', async ({ page }) => {
  await page.goto('/help?brand=birch')
  await page.getByRole('link', { name: 'Accessibility' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible()
  await expect(page.getByText('Birch wants everybody to be able to use this portal.')).toBeVisible()
  await expect(page.getByText('Safari, iPhones and iPads have not been tested')).toBeVisible()
})

test('in print every answer is open', async ({ page }) => {
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('leave the house first')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
})
