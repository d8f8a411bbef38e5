import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/account-api.ts'
import { loadPersonalDataTexts } from '#client/i18n/late-texts.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { DeletionPanel } from './deletion-panel.tsx'

test('a failure disappears when the question opens, and does not appear again after Cancel', async () => {
  const { user } = await renderPart(<DeletionPanel />, {
    answers: {
      [callKeyOf(accountApi.deleteUser)]: {
        kind: 'refused',
        status: 403,
        code: 'not-allowed-in-role',
        errors: [],
        retryAfterS: null,
      },
    },
    texts: [loadPersonalDataTexts],
  })
  const failure = 'Your account could not be deleted. Please try again later.'
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  const question = await screen.findByRole('alertdialog')
  const confirmButton = [...question.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Delete my account',
  )
  await user.click(confirmButton ?? question)
  expect(await screen.findByText(failure)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  expect(screen.queryByText(failure)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByText(failure)).toBeNull()
})
