import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SavedStreet } from './saving.ts'

/** What was answered 2xx to somebody's saves and exports. It outlives this process. */
export type Promises = {
  /** An address is sent: from now on it may stand there. */
  sent(gatewayId: string, street: string): void
  /** It was answered 2xx: from now on it must. */
  saved(gatewayId: string, street: string): void
  /** An export was taken. */
  taken(exportId: string): void
}

/** What former processes were promised. */
export type FormerPromises = { streets: SavedStreet[]; exports: string[] }

/** Keeps them in a file in `folder`. */
export function openPromises(folder: string): Promises {
  const file = fileIn(folder)
  const write = (kind: Kind, id: string, street = ''): void => appendFileSync(file, `${kind} ${id} ${street}\n`)
  return {
    sent: (gatewayId, street) => write('sent', gatewayId, street),
    saved: (gatewayId, street) => write('saved', gatewayId, street),
    taken: (exportId) => write('taken', exportId),
  }
}

type Kind = 'sent' | 'saved' | 'taken'

/** Reads what a process before this one has kept. */
export function formerPromises(folder: string): FormerPromises {
  const streets = new Map<string, SavedStreet>()
  const exports: string[] = []
  for (const line of linesIn(fileIn(folder))) {
    const [kind = '', id = '', ...words] = line.split(' ')
    if (kind === 'taken') exports.push(id)
    else streets.set(id, after(streets.get(id), { kind, id, street: words.join(' ') }))
  }
  return { streets: [...streets.values()], exports }
}

/** All of it has been looked for. */
export function forgetPromises(folder: string): void {
  rmSync(fileIn(folder), { force: true })
}

type Step = { kind: string; id: string; street: string }

function after(known: SavedStreet | undefined, { kind, id, street }: Step): SavedStreet {
  if (kind === 'saved') return { gatewayId: id, saved: street, maybe: [] }
  const maybe = [...(known?.maybe ?? []), { street, until: Infinity }]
  return { gatewayId: id, saved: known?.saved, maybe }
}

function fileIn(folder: string): string {
  return join(folder, 'answered.log')
}

function linesIn(file: string): string[] {
  if (!existsSync(file)) return []
  // The last line may have been cut off by the end of a process.
  return readFileSync(file, 'utf8').split('\n').slice(0, -1)
}
