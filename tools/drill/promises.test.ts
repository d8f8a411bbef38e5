import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetPromises, formerPromises, openPromises } from './promises.ts'

let folder = ''
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'promises-'))))
afterEach(async () => rm(folder, { recursive: true }))

test('what was saved last must stand there in the next run, or what was sent after it', () => {
  const promises = openPromises(folder)
  for (const street of ['Road 1', 'Road 2']) {
    promises.sent('g', street)
    promises.saved('g', street)
  }
  promises.sent('g', 'Road 3')
  promises.taken('e')
  expect(formerPromises(folder)).toEqual({
    streets: [{ gatewayId: 'g', saved: 'Road 2', maybe: [{ street: 'Road 3', until: Infinity }] }],
    exports: ['e'],
  })
})

test('what has been looked for is forgotten', () => {
  openPromises(folder).taken('e')
  forgetPromises(folder)
  expect(formerPromises(folder)).toEqual({ streets: [], exports: [] })
})
