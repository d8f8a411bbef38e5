import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import type { LoadedFiles } from './loaded-files.ts'

const file = path.join(import.meta.dirname, 'read-out.json')
const bytesByName = z.record(z.string(), z.number())
const schema = z.object({ script: bytesByName, style: bytesByName })

/** Names of other files stand in a file, and their hashes compress a little differently each time. */
const tolerance = 64

/** The weight as it was when somebody last wanted it so. */
export async function readReadOut(): Promise<LoadedFiles> {
  return schema.parse(JSON.parse(await readFile(file, 'utf8')))
}

export async function writeReadOut(files: LoadedFiles): Promise<void> {
  await writeFile(file, `${JSON.stringify(files, null, 2)}\n`)
}

/** What differs, a line for each file; empty when the weight is as it was. */
export function differences(before: LoadedFiles, now: LoadedFiles): string[] {
  return [...changes(before.script, now.script), ...changes(before.style, now.style)]
}

function changes(before: LoadedFiles['script'], now: LoadedFiles['script']): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted()
  return names.flatMap((name) => {
    const [was, is] = [before[name] ?? 0, now[name] ?? 0]
    return Math.abs(is - was) > tolerance ? [`${name}: ${was} -> ${is} bytes`] : []
  })
}
