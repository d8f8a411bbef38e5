import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import { testBrandSettings, callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { createApiConnection } from '#test/client/api-connection.ts'
import { AddAppliancePage, loadClaimTexts } from './add-appliance-page.tsx'

const serial = () => screen.getByLabelText('Serial number/Gateway ID')
const accessCode = () => screen.getByLabelText('Access code/Password')
const password = () => screen.getByLabelText('User password')
const submit = () => screen.getByRole('button', { name: 'Add appliance' })

const adding = callKeyOf(applianceApi.addConnection)

test('the codes can be typed instead of scanned', async () => {
  const { user } = await openPage()
  await user.click(screen.getByRole('button', { name: 'Type the codes instead' }))
  expect(serial()).toHaveFocus()
})

test.for([
  ['CT200', 'Connect your CT200 in the app'],
  ['MB Lan', 'Connect your MB Lan in the app'],
] as const)("%s is connected in the brand's app, linked by two store badges", async ([kind, heading]) => {
  const { user } = await openPage()
  await user.click(screen.getByRole('radio', { name: kind }))
  expect(screen.getByRole('heading', { name: heading })).toBeVisible()
  expect(serial()).not.toBeVisible()
  expect(screen.getByRole('link', { name: /iOS$/u })).toHaveAttribute('href', testBrandSettings.appStoreLinks.ios)
  expect(screen.getByRole('link', { name: /Android$/u })).toHaveAttribute(
    'href',
    testBrandSettings.appStoreLinks.android,
  )
})

test('CT100 is the default, and typed values stay while another kind is selected', async () => {
  const { user } = await openPage()
  expect(screen.getByRole('radio', { name: 'CT100' })).toBeChecked()
  await user.type(serial(), '123456789')
  await user.click(screen.getByRole('radio', { name: 'MB Lan' }))
  await user.click(screen.getByRole('radio', { name: 'CT100' }))
  expect(serial()).toHaveValue('123 456 789')
})

test('codes may be pasted with spaces and dashes, and are sent without', async () => {
  const { user, sent } = await openPage({ [adding]: { kind: 'network' } })
  await user.click(serial())
  await user.paste(' 1234 5678 9 ')
  await user.click(accessCode())
  await user.paste('ABCD-1234-EFGH-5678')
  expect(accessCode()).toHaveValue('ABCD 1234 EFGH 5678')
  await user.type(password(), 'secret')
  await user.click(submit())
  const claimed = () => sent.find(({ call }) => call === adding)?.input
  await waitFor(() =>
    expect(claimed()).toMatchObject({
      body: { credentials: { serial: '123456789', access: 'ABCD1234EFGH5678', userPwd: 'secret' } },
    }),
  )
})

test('the password can be shown', async () => {
  const { user } = await openPage()
  expect(password()).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password()).toHaveAttribute('type', 'text')
})

test('every missing value is named, and the first one gets the focus', async () => {
  const { user } = await openPage()
  await user.click(submit())
  await waitFor(() => expect(serial()).toHaveAccessibleDescription(/Serial number\/Gateway ID is required/u))
  expect(accessCode()).toHaveAccessibleDescription(/Access code\/Password is required/u)
  expect(password()).toHaveAccessibleDescription(/Password is required/u)
  expect(serial()).toHaveFocus()
})

test('an invalid value is refused when its field is left, and accepted once valid', async () => {
  const { user } = await openPage()
  const mistakes = [
    ['12345678', 'Serial number/Gateway ID must be a 9-digit number', serial],
    ['1234567890', 'Serial number/Gateway ID must be a 9-digit number', serial],
    ['cold-12345', 'Serial number/Gateway ID max length is 9', serial],
    ['ABCD1234', 'Access code/Password must be a 16-character code', accessCode],
    ['abc', 'User password must have at least 4 characters', password],
  ] as const
  for (const [value, message, field] of mistakes) {
    await user.clear(field())
    await user.type(field(), value)
    await user.tab()
    expect(await screen.findByText(message)).toBeVisible()
    expect(field()).toBeInvalid()
  }
  for (const [field, value] of [
    [serial, '123456789'],
    [accessCode, 'ABCD1234EFGH5678'],
    [password, 'abcd'],
  ] as const) {
    await user.clear(field())
    await user.type(field(), value)
  }
  await waitFor(() => expect(password()).toBeValid())
  for (const [, message] of mistakes) expect(screen.queryByText(message)).toBeNull()
})

test('typed values stay after a network failure, and a second try works', async () => {
  const { user, answers, navigated } = await openPage({ [adding]: { kind: 'network' } })
  await user.type(serial(), '123456789')
  await user.type(accessCode(), 'ABCD1234EFGH5678')
  await user.type(password(), 'secret')
  await user.click(submit())
  expect(await screen.findByText(/The portal could not be reached\./u)).toBeVisible()
  expect(serial()).toHaveValue('123 456 789')
  expect(password()).toHaveValue('secret')
  answers[adding] = createApiConnection()
  await user.click(submit())
  await waitFor(() => expect(navigated).toEqual(['/appliances']))
})

test('Cancel empties the form', async () => {
  const { user } = await openPage()
  await user.type(serial(), '123')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(serial()).toHaveValue('')
})

function openPage(answers: Record<string, unknown> = {}) {
  return renderPart(<AddAppliancePage brand={testBrandSettings} />, { answers, texts: [loadClaimTexts] })
}
