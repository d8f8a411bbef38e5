import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addSettingsFromCredentialFiles } from './credential-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'credentials-'))
const CREDENTIALS_DIRECTORY = join(folder, 'given')
await mkdir(CREDENTIALS_DIRECTORY)
await writeFile(join(CREDENTIALS_DIRECTORY, 'SESSION_KEY'), 'secret\n')
await writeFile(join(CREDENTIALS_DIRECTORY, 'mqtt.key'), 'a file that another setting names')

afterAll(async () => rm(folder, { recursive: true }))

test('a file with the name of a setting is its value', async () => {
  const env = { CREDENTIALS_DIRECTORY, SESSION_KEY: '', PORT: '80' }
  expect(await addSettingsFromCredentialFiles(env)).toEqual({ ...env, SESSION_KEY: 'secret' })
})

test('without the folder nothing changes', async () => {
  expect(await addSettingsFromCredentialFiles({ PORT: '80' })).toEqual({ PORT: '80' })
})

test('a setting that is given twice is refused, and so is a missing folder', async () => {
  const twice = addSettingsFromCredentialFiles({ CREDENTIALS_DIRECTORY, SESSION_KEY: 'other' })
  await expect(twice).rejects.toThrow(/^SESSION_KEY is set, and is also a file in .*; remove one\.$/u)
  const away = addSettingsFromCredentialFiles({ CREDENTIALS_DIRECTORY: join(folder, 'away') })
  await expect(away).rejects.toThrow(/^CREDENTIALS_DIRECTORY: .*away is not there\.$/u)
})

test('an unreadable file is named in the error', async () => {
  const broken = join(folder, 'broken')
  await mkdir(join(broken, 'SMTP_URL'), { recursive: true })
  await expect(addSettingsFromCredentialFiles({ CREDENTIALS_DIRECTORY: broken })).rejects.toThrow(
    /SMTP_URL is a folder, not a file\.$/u,
  )
})
