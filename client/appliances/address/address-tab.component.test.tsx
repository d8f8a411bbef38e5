import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import type { Connection } from '#contract/appliance.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import {
  createApiConnection,
  testAddress,
  testProviderContract,
  testSupportContract,
} from '#test/client/api-connection.ts'
import { AddressTab } from './address-tab.tsx'

test('the fields are checked when they are left, and all of them on submit', async () => {
  const { user } = await openForm()
  await user.click(screen.getByLabelText('City'))
  await user.tab()
  expect(await screen.findByText('City is required')).toBeVisible()
  expect(screen.queryByText('Address is required')).toBeNull()
  await user.type(screen.getByLabelText('Postal code'), '12(3)')
  await user.type(screen.getByLabelText('Apartment, suite, etc.'), '  ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Address is required')).toBeVisible()
  expect(screen.getByText('Field cannot contain empty space')).toBeVisible()
  expect(screen.getByLabelText('Postal code')).toHaveFocus()
  expect(screen.getByLabelText('Postal code')).toHaveAccessibleDescription(/special characters/u)
  await user.clear(screen.getByLabelText('Postal code'))
  expect(await screen.findByText('Postal code is required')).toBeVisible()
})

test('a network failure keeps typed values, and a second try saves them', async () => {
  const saving = callKeyOf(applianceApi.changeAddress)
  const { user, answers, sent } = await openForm({ [saving]: { kind: 'network' } })
  await user.click(country())
  await user.click(screen.getByRole('option', { name: 'Austria' }))
  await user.type(screen.getByLabelText('Postal code'), ' 1010 ')
  await user.type(screen.getByLabelText('City'), 'Wien')
  await user.type(screen.getByLabelText('Street address'), 'Ring 1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  expect(screen.getByLabelText('City')).toHaveValue('Wien')
  expect(country()).toHaveTextContent('Austria')
  const { service } = createApiConnection()
  answers[saving] = createApiConnection({ service: { ...service, address: testAddress, seq: 2 } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Edit address' })).toBeVisible()
  expect(sent.at(-1)?.input).toMatchObject({ body: { postalCode: '1010', country: 'AT' } })
})

test('the country list works with only the keyboard', async () => {
  const { user } = await openForm()
  expect(country()).toHaveFocus()
  await user.keyboard('sw')
  expect(activeOption()).toHaveTextContent('Sweden')
  await user.keyboard('{ArrowDown}')
  expect(activeOption()).toHaveTextContent('Switzerland')
  await user.keyboard('{Enter}')
  expect(country()).toHaveTextContent('Switzerland')
  await user.keyboard('{ArrowDown}{Home}')
  expect(activeOption()).toHaveTextContent('Austria')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(country()).toHaveTextContent('Switzerland')
  await user.tab()
  expect(screen.getByLabelText('Postal code')).toHaveFocus()
})

test('the list has only countries of the brand', async () => {
  const { user } = await openForm()
  await user.click(country())
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(names).toEqual(['Austria', 'Germany', 'Sweden', 'Switzerland'])
})

const locks = [
  {
    by: 'a service provider',
    contracts: [testProviderContract],
    says: /already has a service provider in this country\. To change the country, please remove the service provider\.$/u,
  },
  {
    by: 'customer support',
    contracts: [testSupportContract],
    says: /already sharing data with customer support in this country\. To change the country, please remove the customer support\.$/u,
  },
  {
    by: 'both',
    contracts: [testProviderContract, testSupportContract],
    says: /already has a service provider and customer support in this country\. To change the country, please remove both\.$/u,
  },
]

test.for(locks)('the country is locked by $by, and says why', async ({ contracts, says }) => {
  const { user } = await openForm({}, { address: testAddress, contracts })
  expect(country()).toHaveAttribute('aria-disabled', 'true')
  expect(country()).toHaveAccessibleDescription(says)
  await user.hover(country())
  expect(screen.getByRole('tooltip')).toHaveTextContent(says)
  await user.click(country())
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a cancelled form returns the focus to its button', async () => {
  const { user } = await openForm()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Add address' })).toHaveFocus()
})

test.each([
  [false, /primary/u],
  [true, /secondary/u],
])(
  'if another button asks for the address (%s), the button of the tab is less prominent',
  async (isAskedAbove, variant) => {
    await renderPart((appliance) => <AddressTab {...{ appliance, isAskedAbove }} onContinue={() => undefined} />, {
      connections: [createApiConnection()],
    })
    expect(screen.getByRole('button', { name: 'Add address' }).className).toMatch(variant)
  },
)

async function openForm(answers: Record<string, unknown> = {}, service: Partial<Connection['service']> = {}) {
  const connection = createApiConnection()
  const opened = await renderPart((appliance) => <AddressTab appliance={appliance} onContinue={() => undefined} />, {
    connections: [{ ...connection, service: { ...connection.service, ...service } }],
    answers,
  })
  await opened.user.click(screen.getByRole('button', { name: /address/u }))
  await screen.findByLabelText('City')
  return opened
}

function country(): HTMLElement {
  return screen.getByRole('combobox', { name: 'Country' })
}

function activeOption(): HTMLElement | null {
  return document.querySelector('[role=option][data-active]')
}
