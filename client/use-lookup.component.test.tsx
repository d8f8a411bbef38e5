import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { renderPart } from '#test/client/render-part.tsx'
import { useLookup } from './use-lookup.ts'

type Call = { question: string } & PromiseWithResolvers<string>

/** Renders a part that looks up 'one', and 'two' after a press on Other. Returns its calls, which the test answers. */
async function renderLookup() {
  const calls: Call[] = []
  function Part() {
    const [question, setQuestion] = useState('one')
    const { answer, retry } = useLookup(question, async () => {
      const call = { question, ...Promise.withResolvers<string>() }
      calls.push(call)
      return call.promise
    })
    return (
      <>
        <button onClick={() => setQuestion('two')}>Other</button>
        {answer.kind === 'failed' && <FailureCallout onRetry={retry}>Not loaded</FailureCallout>}
        <p>{answer.kind === 'there' ? answer.value : answer.kind}</p>
      </>
    )
  }
  const { user } = await renderPart(<Part />)
  return { user, calls }
}

const retryButton = () => screen.getByRole('button', { name: 'Try again' })

test('a retry keeps the failure and the focus until the new answer is there', async () => {
  const { user, calls } = await renderLookup()
  calls[0]?.reject(new Error('no network'))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(calls).toHaveLength(2)
  expect(retryButton()).toHaveFocus()
  expect(retryButton()).toHaveAttribute('aria-disabled', 'true')
  await user.click(retryButton())
  expect(calls).toHaveLength(2)

  calls[1]?.reject(new Error('no network'))
  await waitFor(() => expect(retryButton()).not.toHaveAttribute('aria-disabled'))
  expect(retryButton()).toHaveFocus()
  expect(screen.getByText('Not loaded')).toBeVisible()

  await user.click(retryButton())
  calls[2]?.resolve('the answer')
  expect(await screen.findByText('the answer')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a second failure is announced again', async () => {
  const { user, calls } = await renderLookup()
  calls[0]?.reject(new Error('no network'))
  const alert = await screen.findByRole('alert')
  const added: string[] = []
  const observer = new MutationObserver((records) =>
    added.push(...records.flatMap(({ addedNodes }) => [...addedNodes].map(({ textContent }) => textContent ?? ''))),
  )
  observer.observe(alert, { childList: true, subtree: true })
  await user.click(retryButton())
  calls[1]?.reject(new Error('no network'))
  await waitFor(() => expect(added).toContain('Not loaded'))
  observer.disconnect()
})

test('after the question has changed, the answer to a retry of the earlier one is ignored', async () => {
  const { user, calls } = await renderLookup()
  calls[0]?.reject(new Error('no network'))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await user.click(screen.getByRole('button', { name: 'Other' }))
  expect(screen.getByText('loading')).toBeVisible()
  expect(calls.map(({ question }) => question)).toEqual(['one', 'one', 'two'])
  calls[2]?.resolve('answer two')
  expect(await screen.findByText('answer two')).toBeVisible()
  calls[1]?.resolve('answer one')
  await calls[1]?.promise
  expect(screen.getByText('answer two')).toBeVisible()
})
