import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { replaceSharedFile, watchSharedFile } from './shared-file.ts'

const serials = z.array(z.string())

/** Returns the path of the file with the serial numbers of switched-off gateways, in the data folder of the demo. */
export function switchedOffGatewaysPath(dataDir: string): string {
  return join(dataDir, 'switched-off.json')
}

/** Reads the gateways that are switched off. If the file is missing or invalid, all gateways are on. */
export async function readSwitchedOffGateways(file: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(serials.parse(JSON.parse(await readFile(file, 'utf8'))))
  } catch {
    return new Set()
  }
}

/** Creates the functions that switch gateways of the demo off and on. Changes are written one after the other. */
export function createGatewaySwitch(file: string) {
  let last: Promise<unknown> = Promise.resolve()

  async function write(serial: string, isOn: boolean): Promise<void> {
    const off = new Set(await readSwitchedOffGateways(file))
    if (isOn) off.delete(serial)
    else off.add(serial)
    await replaceSharedFile(file, [...off])
  }

  return {
    readOff: async () => readSwitchedOffGateways(file),
    set: async (serial: string, isOn: boolean): Promise<void> => {
      const written = last.then(async () => write(serial, isOn))
      last = written.catch(() => {})
      return written
    },
  }
}

export type GatewaySwitch = ReturnType<typeof createGatewaySwitch>

/**
 * Calls `onChange` with the serial numbers of switched-off gateways, immediately and after each change. Returns a
 * function that stops the calls.
 */
export function watchSwitchedOffGateways(file: string, onChange: (off: ReadonlySet<string>) => void): () => void {
  return watchSharedFile(file, readSwitchedOffGateways, onChange)
}
