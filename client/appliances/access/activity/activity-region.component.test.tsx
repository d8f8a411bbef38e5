import { screen } from '@testing-library/react'
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
