import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

// docs/how-to/import.md: the check of a file needs no database and no key.

test.each([
  ['import', '--check', 'companies'],
  ['--check', 'import', 'companies'],
])('a file is checked on a machine without settings and without the demo: %s %s %s', async (...words) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-command-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'companies.csv')
  await writeFile(file, 'id,name\n')
  const { PATH } = process.env
  const args = [join(import.meta.dirname, 'portal.mjs'), ...words, file]
  const checked = promisify(execFile)(process.execPath, args, { env: { PATH, DATA_DIR: folder } })
  await expect(checked).rejects.toMatchObject({ stderr: expect.stringContaining('the header has no email') })
})

test('a command whose reader ends early, such as `head`, prints no error', async () => {
  const portal = join(import.meta.dirname, 'portal.mjs')
  const command = spawn(process.execPath, [portal, 'vapid'], { env: { PATH: process.env['PATH'] } })
  command.stdout.destroy()
  let errors = ''
  command.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [code] = await once(command, 'close')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
})
