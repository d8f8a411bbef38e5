import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { replaceShared, watchShared } from './shared-file.ts'

const serials = z.array(z.string())

/** Returns the path of the file with the serial numbers of switched-off gateways, in the data folder of the demo. */
export function switchedOffFile(dataDir: string): string {
  return join(dataDir, 'switched-off.json')
}

/** Reads the gateways that are switched off. If the file is missing or invalid, all gateways are on. */
export async function readSwitchedOff(file: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(serials.parse(JSON.parse(await readFile(file, 'utf8'))))
  } catch {
    return new Set()
  }
}

/** Creates the functions that switch gateways of the demo off and on. Changes are written one after the other. */
export function createSwitches(file: string) {
  let last: Promise<unknown> = Promise.resolve()

  async function write(serial: string, isOn: boolean): Promise<void> {
    const off = new Set(await readSwitchedOff(file))
    if (isOn) off.delete(serial)
    else off.add(serial)
    await replaceShared(file, [...off])
  }

  return {
    readOff: async () => readSwitchedOff(file),
    set: async (serial: string, isOn: boolean): Promise<void> => {
      const written = last.then(async () => write(serial, isOn))
      last = written.catch(() => {})
      return written
    },
  }
}

export type Switches = ReturnType<typeof createSwitches>

/**
 * Calls `onChange` with the serial numbers of switched-off gateways, at once and after each change. Returns a
 * function that stops the calls.
 */
export function watchSwitchedOff(file: string, onChange: (off: ReadonlySet<string>) => void): () => void {
  return watchShared(file, readSwitchedOff, onChange)
}
