import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds an installed program in PATH and /usr/sbin. Returns its path, or undefined if the program is not installed. */
export function findInstalledProgram(name: string): string | undefined {
  return [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
