import { expect, test } from 'vitest'
import { findPrograms, type ProgramName } from './find-programs.ts'

test('missing programs are named, with their Debian packages', () => {
  const names = ['no-such-program', 'openssl'] as unknown as ProgramName[]
  expect(() => findPrograms(names)).toThrow(/^This machine lacks no-such-program\. On Debian 12: apt-get install /u)
})
