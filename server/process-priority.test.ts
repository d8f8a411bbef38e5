import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a low-priority process lowers every thread, including later ones', () => {
  const script = `
    const { lowerCpuPriority } = await import('#server/process-priority.ts')
    lowerCpuPriority()
    const { readdirSync } = await import('node:fs')
    const { getPriority } = await import('node:os')
    const { promisify } = await import('node:util')
    await promisify((await import('node:zlib')).deflate)('text')
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
    console.log(new Set(threads.map((thread) => getPriority(thread))))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('Set(1) { 19 }')
})
