import { setTimeout as pause } from 'node:timers/promises'

const pollEveryMs = 1_000

/** Repeats `find` until it finds no problem. Returns the problems that it still finds after `withinMs`. */
export async function findLastingProblems(withinMs: number, find: () => Promise<string[]>): Promise<string[]> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const problems = await find()
    if (problems.length === 0 || performance.now() > giveUpAt) return problems
    await pause(pollEveryMs)
  }
}
