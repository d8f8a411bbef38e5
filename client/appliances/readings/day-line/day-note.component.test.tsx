import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { GatewayStatus } from '#contract/appliance.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import { renderPart } from '#test/client/render-part.tsx'
import { DayNote, loadHistoryTexts } from './day-note.tsx'

test.each<[GatewayStatus, string]>([
  // The page gets no values of a gateway that has been offline for long, although it may have reported for years.
  ['OFFLINE', 'No values from the last 24 hours.'],
  ['WORKING', 'Recording is under way. The first values appear here soon.'],
])('a day without values of an appliance that is %s', async (gatewayStatus, sentence) => {
  await renderPart((appliance) => <DayNote appliance={appliance} begin={null} />, {
    connections: [createApiConnection({ gatewayStatus })],
    texts: [loadHistoryTexts],
  })
  expect(screen.getByText(sentence)).toBeVisible()
})
