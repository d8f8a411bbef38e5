// Compares a binary of Node with the checksum that this repository has for its platform. Runs on Node 20 without any
// package.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { version, sha256 } = JSON.parse(readFileSync(new URL('node-checksums.json', import.meta.url), 'utf8'))

/**
 * Returns one sentence about a binary with a wrong checksum. Returns null if the checksum is right, or if this
 * repository has none for the platform.
 */
export function nodeComplaint(file, platform = `${process.platform}-${process.arch}`) {
  const expected = sha256[platform]
  if (expected === undefined) return null
  const found = createHash('sha256').update(readFileSync(file)).digest('hex')
  if (found === expected) return null
  return `${file} is not Node ${version} for ${platform}: its SHA-256 is ${found}, and scripts/node-checksums.json has ${expected}.`
}
