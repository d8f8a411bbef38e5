import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#test/client/render-part.tsx'
import { LoadFailed } from '../empty-state/load-failed.tsx'
import { FailureCallout } from './callout.tsx'

const retry = vi.fn(async () => undefined)

test.each([
  {
    name: 'the callout',
    part: () => <FailureCallout onRetry={retry}>The failure</FailureCallout>,
  },
  {
    name: 'the page',
    part: () => (
      <LoadFailed title="A title" onRetry={retry}>
        The failure
      </LoadFailed>
    ),
  },
])('$name of a failure announces that the retry of a browser that is online again failed', async ({ part }) => {
  await renderPart(part())
  const before = screen.getByText('The failure')
  expect(screen.getByRole('alert')).toContainElement(before)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.getByText('The failure')).not.toBe(before))
  expect(retry).toHaveBeenCalledOnce()
  retry.mockClear()
})
