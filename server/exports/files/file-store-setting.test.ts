import { expect, test } from 'vitest'
import { parseFileStoreSetting } from './file-store-setting.ts'

const nothingElse = { region: undefined, endpoint: undefined, pathStyle: false }

test.each([
  ['file:/var/lib/portal/exports', { kind: 'file', folder: '/var/lib/portal/exports' }],
  ['file:.data/exports', { kind: 'file', folder: '.data/exports' }],
  ['s3:exports', { kind: 's3', bucket: 'exports', prefix: '', ...nothingElse }],
  ['s3:exports/portal/eu', { kind: 's3', bucket: 'exports', prefix: 'portal/eu/', ...nothingElse }],
  [
    's3:exports/portal/?region=eu-central-1&endpoint=https://s3.example:9000&pathStyle=1',
    {
      kind: 's3',
      bucket: 'exports',
      prefix: 'portal/',
      region: 'eu-central-1',
      endpoint: 'https://s3.example:9000',
      pathStyle: true,
    },
  ],
])('%s is a valid store', (text, setting) => {
  expect(parseFileStoreSetting(text)).toEqual(setting)
})

test.each(['', 'file:', '/var/exports', 's3:', 's3:A', 's3:exports?colour=red', 's3:exports?endpoint=there', 'ftp:x'])(
  '"%s" is not a valid store',
  (text) => {
    expect(parseFileStoreSetting(text)).toBeNull()
  },
)
