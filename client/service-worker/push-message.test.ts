import { expect, test } from 'vitest'
import { parsePushMessage } from './push-message.ts'

const fallback = { title: 'Portal', body: 'There is something new in the portal.', path: '/notices' }
const message = { title: 'Boiler 1', body: 'Burner does not ignite.', path: '/appliances/1/faults/E104', tag: 'n1' }
const read = (value: unknown) => parsePushMessage({ json: () => value }, fallback)

test('a push message is shown as it was sent', () => {
  expect(read(message)).toEqual(message)
})

test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example', '/a/../auth/login'])(
  'a push message links only to this portal: %s',
  (path) => {
    expect(read({ ...message, path })).toEqual({ ...message, path: '/' })
  },
)

test.each([null, 'text', [], {}, { title: '' }, { ...message, title: 5 }, { ...message, path: undefined }])(
  'an invalid message is shown as a general one: %j',
  (value) => {
    expect(read(value)).toEqual(fallback)
  },
)

test('invalid JSON or no data is shown as a general message', () => {
  const broken = {
    json: () => {
      throw new SyntaxError('not JSON')
    },
  }
  expect(parsePushMessage(broken, fallback)).toEqual(fallback)
  expect(parsePushMessage(null, fallback)).toEqual(fallback)
})
