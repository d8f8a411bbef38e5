import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeDiskError } from './describe-disk-error.ts'
import { reserveDataFolder } from './running-processes.ts'
import { StartError } from './start-error.ts'

// Specification 18.1: `npm start` explains in one sentence why the product cannot run here.

const folder = await mkdtemp(join(tmpdir(), 'disk-sentence-'))
afterAll(async () => rm(folder, { recursive: true }))

const failure = (code: string) => Object.assign(new Error(`${code}: it failed`), { code, path: '/data/running.json' })

test.each([
  ['ENOSPC', 'The disk of /data/running.json is full; make room, and start again: nothing is lost.'],
  ['EDQUOT', 'The disk of /data/running.json is full; make room, and start again: nothing is lost.'],
  ['EROFS', '/data/running.json lies on a disk that is read-only; set DATA_DIR to a folder that can be written.'],
])('%s is one sentence', (code, sentence) => expect(describeDiskError(failure(code))).toBe(sentence))

test('the sentence about a folder of another user names this user and the fix', () => {
  expect(describeDiskError(failure('EACCES'))).toMatch(
    /^\/data\/running\.json may not be used by the user .*; start as the user it belongs to, or set DATA_DIR/u,
  )
})

test('other errors are not reported as disk errors', () => {
  expect(describeDiskError(failure('ECONNREFUSED'))).toBeNull()
})

// Writing to /dev/full fails as on a full disk.
test.skipIf(process.platform !== 'linux')('a disk that is full at the start is one sentence', async () => {
  const dataDir = join(folder, 'full')
  await mkdir(dataDir)
  await symlink('/dev/full', join(dataDir, 'running.json.new'))
  await expect(reserveDataFolder(dataDir, () => {})).rejects.toThrow(StartError)
  await expect(reserveDataFolder(dataDir, () => {})).rejects.toThrow(/is full; make room/u)
})

test.skipIf(process.platform !== 'linux')(
  'a disk that fills up while the demo runs is reported, and stops nothing',
  async () => {
    const dataDir = join(folder, 'filling')
    const complaints: string[] = []
    const note = await reserveDataFolder(dataDir, (text) => complaints.push(text))
    await symlink('/dev/full', join(dataDir, 'running.json.new'))
    expect(() => note.write([])).not.toThrow()
    expect(complaints).toEqual([expect.stringMatching(/is full; make room/u)])
    note.remove()
  },
)

test('if no folder can be created, the sentence says why', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(reserveDataFolder(file, () => {})).rejects.toThrow(
    /^The data folder .*file can't be made .*\((?:EEXIST|ENOTDIR)\)/u,
  )
})

test('only one user can read a new data folder and its files', async () => {
  const dataDir = join(folder, 'made', 'data')
  const note = await reserveDataFolder(dataDir, () => {})
  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777
  // If the tests run as root, PostgreSQL runs as another user, which must be able to traverse the folder.
  expect(await modeOf(dataDir)).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
  expect(await modeOf(join(dataDir, 'logs'))).toBe(0o700)
  expect(await modeOf(join(dataDir, 'exports'))).toBe(0o700)
  expect(await modeOf(join(dataDir, 'running.json'))).toBe(0o600)
  // PostgreSQL's user must also be able to traverse the folders above it.
  expect(await modeOf(join(folder, 'made'))).toBe(0o777 & ~process.umask())
  note.remove()
})
