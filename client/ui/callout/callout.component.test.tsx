import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LoadFailed } from '#client/appliances/appliance-page.tsx'
import { loadDataExportTexts } from '#client/i18n/late-texts.ts'
import { renderPart } from '#test/client/render-part.tsx'
import { FailureCallout } from './callout.tsx'

const retry = vi.fn(async () => undefined)

test.each([
  {
    name: 'the callout',
    part: () => <FailureCallout onRetry={retry}>The failure</FailureCallout>,
    sentence: 'The failure',
  },
  {
    name: 'the page',
    part: () => <LoadFailed title="The failure" onRetry={retry} />,
    sentence: /internet connection/u,
  },
])(
  '$name of a failure announces that the retry of a browser that is online again failed',
  async ({ part, sentence }) => {
    await renderPart(part(), { texts: [loadDataExportTexts] })
    const before = screen.getByText(sentence)
    expect(screen.getByRole('alert')).toContainElement(before)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.getByText(sentence)).not.toBe(before))
    expect(retry).toHaveBeenCalledOnce()
    retry.mockClear()
  },
)
