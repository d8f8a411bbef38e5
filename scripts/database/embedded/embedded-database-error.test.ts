import { expect, test } from 'vitest'
import { createUnusableDatabaseError } from './embedded-database-error.ts'

test.each([
  'PostgreSQL said "could not write lock file "postmaster.pid": No space left on device" (more in postgres.log)',
  'initdb said "initdb: error: could not write to file "pg_wal": Disk quota exceeded"',
])('a full disk is reported as such, not as damage: %s', (reason) => {
  expect(createUnusableDatabaseError('/data/postgres', reason).message).toBe(
    'The disk of /data/postgres is full; make room, and start again: nothing is lost.',
  )
})

test('unreadable files are to be restored', () => {
  expect(createUnusableDatabaseError('/data/postgres', 'its file PG_VERSION is missing').message).toContain(
    'Restore the data folder',
  )
})
