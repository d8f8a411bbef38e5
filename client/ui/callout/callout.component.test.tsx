import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#test/client/render-part.tsx'
import { LoadFailed } from '../empty-state/load-failed.tsx'
import { FailureCallout } from './callout.tsx'

type Retry = () => Promise<void>

test.each([
  {
    name: 'a callout',
    partOf: (retry: Retry) => <FailureCallout onRetry={retry}>The sentence</FailureCallout>,
  },
  {
    name: 'a page',
    partOf: (retry: Retry) => (
      <LoadFailed title="The failure" onRetry={retry}>
        The sentence
      </LoadFailed>
    ),
  },
])('if a retry fails after the browser is online again, $name announces the failure again', async ({ partOf }) => {
  const retry = vi.fn(async () => undefined)
  await renderPart(partOf(retry))
  const before = screen.getByText('The sentence')
  expect(screen.getByRole('alert')).toContainElement(before)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.getByText('The sentence')).not.toBe(before))
  expect(retry).toHaveBeenCalledOnce()
})
