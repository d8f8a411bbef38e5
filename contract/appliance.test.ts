import { expect, test } from 'vitest'
import { gatewayStatuses, toGatewayStatus } from './appliance.ts'

test('an unknown gateway status is UNKNOWN', () => {
  for (const status of gatewayStatuses) expect(toGatewayStatus(status)).toBe(status)
  for (const other of ['working', '', null, 1, undefined, {}]) expect(toGatewayStatus(other)).toBe('UNKNOWN')
})
