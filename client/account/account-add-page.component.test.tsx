import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { testUserAda, renderPart } from '#test/client/render-part.tsx'
import { AccountAddPage, loadAccountTexts } from './account-page.tsx'

const firstName = () => screen.getByLabelText('First name')
const lastName = () => screen.getByLabelText('Last name')
const email = () => screen.getByRole('textbox', { name: 'Contact email' })
const telephone = () => screen.getByRole('textbox', { name: 'Telephone' })
const dialling = () => screen.getByRole('combobox', { name: 'Dialling code' })
const usesIdentity = () => screen.getByRole('checkbox')

test('a person sees each error when a field is left', async () => {
  const { user } = await openPage()
  await user.click(usesIdentity())
  const mistakes = [
    [firstName, '', 'First name is required'],
    [firstName, '  ', 'Field cannot contain empty space'],
    [firstName, 'R2', 'Field cannot contain numbers'],
    [firstName, 'a'.repeat(31), 'Field must have at most 30 characters'],
    [lastName, '', 'Last name is required'],
    [email, '', 'Contact email is required'],
    [email, 'ada', 'Contact email is invalid'],
    [email, `${'a'.repeat(250)}@example.com`, 'Field must have at most 254 characters'],
    [telephone, '', 'Telephone is required'],
    [telephone, '151 1', 'Should only contain numbers'],
    [telephone, '015112345678', 'Leading 0 is not allowed'],
    [telephone, '1511234567890', 'Field must have at most 12 characters'],
    [telephone, '15', 'Length is invalid'],
    [telephone, '2079460000', 'Invalid for selected country'],
  ] as const
  for (const [field, value, message] of mistakes) {
    await user.clear(field())
    await user.click(field())
    if (value !== '') await user.paste(value)
    await user.tab()
    await waitFor(() => expect(field()).toHaveAccessibleDescription(new RegExp(`${message}$`, 'u')))
    expect(field()).toBeInvalid()
  }
})

test('the first error has the focus after submitting', async () => {
  const { user } = await openPage()
  await user.click(screen.getByRole('button', { name: 'Save and continue' }))
  await waitFor(() => expect(firstName()).toHaveFocus())
  for (const message of ['First name is required', 'Last name is required', 'Telephone is required'])
    expect(screen.getByText(message)).toBeVisible()
})

test('if the country of the telephone changes, its code follows, and the number is validated again', async () => {
  const { user } = await openPage()
  await user.type(telephone(), '2079460000')
  await user.tab()
  expect(await screen.findByText('Invalid for selected country')).toBeVisible()
  await user.click(dialling())
  expect(screen.getAllByRole('option').length).toBeGreaterThan(200)
  await user.click(screen.getByRole('option', { name: /United Kingdom/u }))
  expect(dialling()).toHaveTextContent('+44')
  await waitFor(() => expect(screen.queryByText('Invalid for selected country')).toBeNull())
})

test('a telephone number may be typed in any common form, and is shown as it is sent', async () => {
  const { user } = await openPage()
  await user.type(telephone(), '0151 12345678')
  await user.tab()
  await waitFor(() => expect(telephone()).toHaveValue('15112345678'))
  await user.clear(telephone())
  await user.type(telephone(), '+43 1 515-10')
  await user.tab()
  await waitFor(() => expect(telephone()).toHaveValue('151510'))
  expect(dialling()).toHaveTextContent('+43')
  expect(telephone()).toBeValid()
})

test('a country is chosen by typing its name, with the space in it', async () => {
  const { user } = await openPage()
  dialling().focus()
  await user.keyboard('United K{Enter}')
  expect(dialling()).toHaveTextContent('+44')
})

test('another typed contact email is kept while the address of the sign-in is used', async () => {
  const { user } = await openPage()
  await user.click(usesIdentity())
  await user.clear(email())
  await user.type(email(), 'ada@example.org')
  await user.click(usesIdentity())
  expect(email()).toHaveValue('ada@example.com')
  await user.click(usesIdentity())
  expect(email()).toHaveValue('ada@example.org')
})

function openPage() {
  const { sub, email: address = '' } = testUserAda
  return renderPart(<AccountAddPage />, { user: { sub, email: address, country: 'DE' }, texts: [loadAccountTexts] })
}
