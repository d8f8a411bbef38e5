import { expect, test } from './fixtures.ts'

test('a fault stands in the card in words, with what to do, for as long as it lasts', async ({
  page,
  signIn,
  claimable,
  claimed,
  device,
}) => {
  const gateway = claimable({ simulated: false, applianceType: 'BOILER' })
  await claimed('ada', gateway)
  const field = await device(gateway)
  await field.report('WORKING')
  await signIn(page, 'ada')
  await page.goto('/appliances')
  const card = page.getByRole('article', { name: 'Boiler 1' })
  await expect(card).toContainText('Working since')
  await field.say('status', { gatewayStatus: 'ERROR', faultCode: 'E104' })
  const fault = card.getByRole('region', { name: 'Burner does not ignite' })
  await expect(fault).toContainText('no flame came on')
  await expect(fault).toContainText('Press the reset button once.')
  await expect(fault).toContainText('Ask the company that installed or last serviced your heating.')
  await expect(card).toContainText('Error since')
  const urgent = page.locator('[aria-live="assertive"]').filter({ hasText: 'Boiler 1' })
  await expect(urgent).toHaveText('Boiler 1: Error. Burner does not ignite.')

  await page.reload()
  await expect(fault).toBeVisible()
  await field.say('status', { gatewayStatus: 'ERROR', faultCode: 'G902' })
  const emergency = card.getByRole('region', { name: 'Carbon monoxide in the house' })
  await expect(emergency).toContainText('Leave the house first')
  await expect(emergency.getByRole('link', { name: 'Call 112' })).toHaveAttribute('href', 'tel:112')
  await expect(fault).toBeHidden()
  await expect(urgent).toHaveText('Boiler 1: Error. Carbon monoxide in the house.')

  await field.say('status', { gatewayStatus: 'WARNING', faultCode: 'X-77' })
  await expect(card.getByRole('region', { name: 'Fault X-77' })).toContainText('not described here')
  await field.say('status', { gatewayStatus: 'ERROR', faultCode: '<img src=x>' })
  await expect(card.getByRole('region', { name: 'The appliance reports a fault' })).toBeVisible()
  await field.report('WORKING')
  await expect(card).toContainText('Working since')
  await expect(card.getByRole('region', { name: /fault/iu })).toHaveCount(0)
})
