import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, SettingError } from './config.ts'
import { environmentSchema } from './environment.ts'
import { createFileErrorExplainer } from './start-error.ts'

/**
 * Adds settings from the files of the folder `CREDENTIALS_DIRECTORY`. If a file has the name of a setting, its
 * content is the value, without a line break at the end. systemd.exec(5), "LoadCredential="; other secret managers
 * also use files.
 * @throws SettingError if the folder cannot be read, or if a setting has both a file and an environment variable
 */
export async function addSettingsFromCredentialFiles(env: Environment): Promise<Environment> {
  const folder = env['CREDENTIALS_DIRECTORY']
  if (!folder) return env
  const names = await readdir(folder).catch(unreadable(folder))
  const listedNames = names.filter((name) => name in environmentSchema.shape)
  const twice = listedNames.find((name) => env[name])
  if (twice !== undefined) throw new SettingError(`${twice} is set, and is also a file in ${folder}; remove one.`)
  const entries = listedNames.map(async (name) => {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8').catch(unreadable(path))
    return [name, text.replace(/\r?\n$/u, '')] as const
  })
  return { ...env, ...Object.fromEntries(await Promise.all(entries)) }
}

function unreadable(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new SettingError(createFileErrorExplainer('CREDENTIALS_DIRECTORY', path)(error), { cause: error })
  }
}
