import { expect, test } from 'vitest'
import { wayBackHref } from './way-back.ts'

const accepted = { gatewayId: 'g-1', contractStatus: 'PENDING' } as const

test('the company learns which gateway, how far the contract is, and in which of its sessions', () => {
  const wayBack = { redirectUri: 'https://installer.example/return?visit=1#top', sessionId: 'a b&c' }
  expect(wayBackHref(wayBack, accepted)).toBe(
    'https://installer.example/return?visit=1&gatewayId=g-1&contractStatus=PENDING&sessionId=a+b%26c#top',
  )
})

test('a session that was not named is not told', () => {
  expect(wayBackHref({ redirectUri: 'https://installer.example/' }, accepted)).toBe(
    'https://installer.example/?gatewayId=g-1&contractStatus=PENDING',
  )
})
