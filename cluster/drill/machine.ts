import { availableParallelism, cpus, totalmem } from 'node:os'

/** The machine a drill ran on, in a few words. */
export function thisMachine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/gu, ' ').trim() ?? 'unknown processor'
  return `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB`
}
