import { execFileSync } from 'node:child_process'

const csv = 'copy reading to stdout (format csv, header)'
const jsonLines = 'copy (select row_to_json(reading) from reading) to stdout'

/**
 * Copies the rows of `createReadingTable` with psql through gzip -6, first as CSV and then as JSON lines. Returns the
 * time of both in milliseconds.
 */
export async function runExportBaseline(url: string): Promise<number> {
  const start = performance.now()
  for (const statement of [csv, jsonLines]) {
    const args = [
      '-c',
      'set -o pipefail; psql "$0" --quiet --no-psqlrc --command "$1" | gzip -6 > /dev/null',
      url,
      statement,
    ]
    execFileSync('bash', args, { stdio: 'inherit' })
  }
  return performance.now() - start
}
