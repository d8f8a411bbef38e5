/** What a process of the benchmark is asked over its IPC channel, and what it answers. */
export type Question = 'cpu' | 'memory' | 'send' | 'pages' | 'received' | 'p50' | 'p99'

export type ProcessAnswer = { number: number }

type Knowledge = Partial<Record<Question, () => number>>

/** Answers questions about this process, and those that `more` knows. */
export function answerQuestions(more: Knowledge): void {
  process.on('message', (question: Question) => {
    const answer: ProcessAnswer = { number: (more[question] ?? known[question] ?? unknown)() }
    process.send?.(answer)
  })
}

const known: Knowledge = {
  cpu: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  },
  memory: () => {
    globalThis.gc?.()
    globalThis.gc?.()
    return process.memoryUsage().rss
  },
}

function unknown(): number {
  throw new Error('This process does not know')
}
