import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const megabyte = 1024 * 1024

test('the memory for new objects does not grow with those that stay, once it is to be kept', () => {
  // V8 may have been about to double it.
  expect(grownBy('keepYoungMemory()')).toBeLessThan(6 * megabyte)
  expect(grownBy('')).toBeGreaterThan(8 * megabyte)
})

test('it is two halves of 8 MB at least, once it is to be kept, and again for who is busy after a quiet time', () => {
  const script = `
    const { keepYoungMemory } = await import('#server/resources.ts')
    const { getHeapSpaceStatistics } = await import('node:v8')
    const { setTimeout: pause } = await import('node:timers/promises')
    const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
    keepYoungMemory(50)
    const kept = young()
    let quiet = kept
    while (quiet === kept) {
      await pause(100)
      gc()
      quiet = young()
    }
    for (const until = performance.now() + 100; performance.now() < until; );
    await pause(100)
    console.log(JSON.stringify([kept, quiet, young()].map((bytes) => bytes >= 16 * ${megabyte})))`
  const flags = ['--expose-gc', '--input-type=module', '--eval']
  const { stdout } = spawnSync(process.execPath, [...flags, script], { encoding: 'utf8', timeout: 30_000 })
  expect(stdout.trim()).toBe('[true,false,true]')
})

function grownBy(first: string): number {
  const script = `
    const { keepYoungMemory } = await import('#server/resources.ts')
    const { getHeapSpaceStatistics } = await import('node:v8')
    const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
    ${first}
    const before = young()
    const connections = Array.from({ length: 400_000 }, (_, number) => ({ number, watches: [number] }))
    console.log(young() - before, connections.length)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  return Number.parseInt(stdout, 10)
}

test('what passes through and is not kept takes much less memory, where it is to be kept', () => {
  expect(peakOf('keepMemory()')).toBeLessThan(peakOf('') * 0.75)
})

/** Bytes of the heap at most, above what there was, while batches pass, one after each wait, of which each is kept for a while. */
function peakOf(first: string): number {
  const script = `
    const { keepMemory } = await import('#server/resources.ts')
    const { setTimeout: pause } = await import('node:timers/promises')
    ${first}
    const before = process.memoryUsage().heapTotal
    let [kept, peak] = [[], 0]
    for (let batch = 0; batch < 500; batch += 1) {
      kept.push(Array.from({ length: 1_000 }, (_, number) => ({ number, values: [number, batch], text: 'x' + number + batch })))
      if (kept.length > 10) kept.shift()
      peak = Math.max(peak, process.memoryUsage().heapTotal)
      await pause(1)
    }
    console.log(peak - before)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  return Number.parseInt(stdout, 10)
}

test('a process that gives way does so with every thread, those that come later too', () => {
  const script = `
    const { lowerPriority } = await import('#server/resources.ts')
    lowerPriority()
    const { readdirSync } = await import('node:fs')
    const { getPriority } = await import('node:os')
    const { promisify } = await import('node:util')
    await promisify((await import('node:zlib')).deflate)('text')
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
    console.log(new Set(threads.map((thread) => getPriority(thread))))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('Set(1) { 19 }')
})
