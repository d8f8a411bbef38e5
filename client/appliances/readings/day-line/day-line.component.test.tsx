import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { historyApi } from '#contract/history-api.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { DayLine } from './day-line.tsx'

const reading = callKeyOf(historyApi.readHistory)
const retryButton = () => screen.getByRole('button', { name: 'Try again' })

test('a retry of the day keeps its button and the focus until the answer is there', async () => {
  const { user, answers } = await renderPart((appliance) => <DayLine appliance={appliance} isInView />, {
    connections: [createApiConnection()],
    answers: { [reading]: { kind: 'network' } },
  })
  await screen.findByText('The last 24 hours could not be loaded.')
  const answer = Promise.withResolvers<object>()
  answers[reading] = answer.promise
  await user.click(retryButton())
  expect(retryButton()).toHaveFocus()
  expect(retryButton()).toHaveAttribute('aria-disabled', 'true')
  answer.resolve({ kind: 'network' })
  await waitFor(() => expect(retryButton()).not.toHaveAttribute('aria-disabled'))
  expect(retryButton()).toHaveFocus()
  answers[reading] = {
    from: '2026-03-01T00:00:00Z',
    to: '2026-03-02T00:00:00Z',
    stepSeconds: 600,
    series: [],
    statuses: [],
    faults: [],
    worked: { seconds: 0, starts: 0 },
  }
  await user.click(retryButton())
  expect(await screen.findByText('Last 24 hours')).toBeVisible()
  expect(screen.queryByText('The last 24 hours could not be loaded.')).toBeNull()
})
