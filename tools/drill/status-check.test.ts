import { expect, test } from 'vitest'
import { waitForFirstFault } from './status-check.ts'

const fault = { gatewayId: 'g', person: 'p', code: 'D1', isOver: false }

test('a check of notices without any fault fails', async () => {
  await expect(waitForFirstFault({ faults: [] }, 0)).rejects.toThrow('No fault has lasted long enough')
})

test('a fault that ends during the check is checked as it was before', async () => {
  const faults = [{ ...fault }]
  const checked = await waitForFirstFault({ faults }, 0)
  Object.assign(faults[0] ?? {}, { isOver: true })
  expect(checked).toEqual([fault])
})
