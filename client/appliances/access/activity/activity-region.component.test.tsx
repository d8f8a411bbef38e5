import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accessApi } from '#contract/access-api.ts'
import { loadAccessTexts } from '#client/i18n/late-texts.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { createApiConnection } from '#test/client/api-connection.ts'
import { ActivityRegion } from './activity-region.tsx'

test('without entries the region says that nobody has changed or viewed anything in the recorded period', async () => {
  await renderPart((appliance) => <ActivityRegion appliance={appliance} brandName="Cedar" />, {
    connections: [createApiConnection()],
    answers: { [callKeyOf(accessApi.readActivity)]: { items: [], hasMore: false } },
    texts: [loadAccessTexts],
  })
  expect(await screen.findByText(/^Who changed or viewed something, and when\./u)).toBeVisible()
  expect(screen.getByText(/^No entries: in the recorded period, nobody has changed anything/u)).toBeVisible()
  expect(screen.queryByRole('list')).toBeNull()
})

test('a second failure to load older entries is announced again', async () => {
  const key = callKeyOf(accessApi.readActivity)
  const { user, answers } = await renderPart(
    (appliance) => <ActivityRegion appliance={appliance} brandName="Cedar" />,
    {
      connections: [createApiConnection()],
      answers: {
        [key]: {
          items: [
            {
              id: '1',
              at: '2026-03-01T00:00:00Z',
              actor: { type: 'operator' },
              kind: 'appliance-claimed',
              details: {},
            },
          ],
          hasMore: true,
        },
      },
      texts: [loadAccessTexts],
    },
  )
  const more = await screen.findByRole('button', { name: 'Show more' })
  answers[key] = { kind: 'network' }
  await user.click(more)
  const before = await screen.findByRole('alert')
  await user.click(more)
  await waitFor(() => expect(screen.getByRole('alert')).not.toBe(before))
})
