import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { historyApi } from '#contract/history-api.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { useHistory } from './use-history.ts'

const reading = callKeyOf(historyApi.readHistory)
const request = { applianceId: '1', from: '2026-03-01T00:00:00Z', to: null, points: 100, timeZone: 'UTC' }

function Part() {
  const [period, setPeriod] = useState('24h')
  const { state, latest, retry } = useHistory({ ...request, period })
  return (
    <>
      <button onClick={() => setPeriod('7d')}>Week</button>
      <button onClick={() => void retry()}>Retry</button>
      <p>{`${state} ${latest?.request.period ?? 'nothing'}`}</p>
    </>
  )
}

test('the last history stays while another loads, and a failure until its retry is answered', async () => {
  const { user, answers, sent } = await renderPart(<Part />, { answers: { [reading]: { kind: 'network' } } })
  const press = async (name: string) => user.click(screen.getByRole('button', { name }))
  await screen.findByText('failed nothing')
  const answer = Promise.withResolvers<object>()
  answers[reading] = answer.promise
  await press('Retry')
  expect(screen.getByText('failed nothing')).toBeVisible()
  answer.resolve({})
  await screen.findByText('there 24h')
  const next = Promise.withResolvers<object>()
  answers[reading] = next.promise
  await press('Week')
  expect(screen.getByText('loading 24h')).toBeVisible()
  next.resolve({})
  await screen.findByText('there 7d')
  expect(sent.filter(({ call }) => call === reading)).toHaveLength(3)
})
