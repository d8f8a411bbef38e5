import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noticeApi } from '#contract/notice-api.ts'
import { noticeTextLoaders } from '#client/i18n/notice-texts.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { NoticesPage } from './notices-page.tsx'
import { loadNotices, noticesSlice } from './notices-slice.ts'

const listing = callKeyOf(noticeApi.listNotices)
const retryButton = () => screen.getByRole('button', { name: 'Try again' })

test('a retry of the notices keeps its button and the focus until the answer is there', async () => {
  const { user, store, answers } = await renderPart(<NoticesPage />, {
    answers: { [listing]: { kind: 'network' } },
    texts: noticeTextLoaders,
  })
  store.addNotices((state, action) => noticesSlice.reducer(state ?? undefined, action))
  await store.dispatch(loadNotices())
  await screen.findByRole('alert')
  const answer = Promise.withResolvers<object>()
  answers[listing] = answer.promise
  await user.click(retryButton())
  expect(retryButton()).toHaveFocus()
  expect(screen.getByText('Trying again')).toBeInTheDocument()
  answer.resolve({ kind: 'network' })
  await waitFor(() => expect(retryButton()).not.toHaveAttribute('aria-disabled'))
  expect(retryButton()).toHaveFocus()
})
