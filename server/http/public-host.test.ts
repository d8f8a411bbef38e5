import { expect, test } from 'vitest'
import { createPublicAddressLookup, isPublicAddress, isPublicUrl, lookupPublicAddress } from './public-host.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QO',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
])('%s may get messages', (endpoint) => expect(isPublicUrl(endpoint, null)).toBe(true))

test.each([
  '',
  'push',
  'http://push.example.com/x',
  'https://push.example.com:8443/x',
  'https://push.example.com:80/x',
  'https://user@push.example.com/x',
  'https://:secret@push.example.com/x',
  'https://localhost/x',
  'https://portal/x',
  'https://printer.local/x',
  'https://db.internal/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1.',
  'ftp://push.example.com/x',
  'javascript:alert(1)',
  'file:///etc/passwd',
])('%s may not', (endpoint) => expect(isPublicUrl(endpoint, null)).toBe(false))

test('a test may set one, and only that is accepted', () => {
  expect(isPublicUrl('http://localhost:8301/x', 'http://localhost:8301')).toBe(true)
  expect(isPublicUrl('http://localhost:8302/x', 'http://localhost:8301')).toBe(false)
})

test.each(['8.8.8.8', '142.250.74.10', '2a00:1450:4001:82a::200a'])('%s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.0.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '2001:db8::1',
  '2002:a00:1::1',
  'x',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))

test('a name that resolves to an address of this machine is not connected to', async () => {
  const failed = await new Promise<Error | null>((resolve) =>
    lookupPublicAddress('localhost', {}, (error) => resolve(error)),
  )
  expect(failed?.message).toMatch(/no host of the public internet/u)
})

test('a name with one private address among public ones is not connected to', async () => {
  const lookup = createPublicAddressLookup(async () =>
    ['8.8.8.8', '10.0.0.1'].map((address) => ({ address, family: 4 })),
  )
  const failed = await new Promise<Error | null>((resolve) => lookup('a.example', {}, (error) => resolve(error)))
  expect(failed?.message).toMatch(/no host of the public internet/u)
})
