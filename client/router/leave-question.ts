/** Whether a confirmation is needed before leaving the page, is shown, or was just given. */
export type Leaving = { kind: 'free' } | { kind: 'asked'; leave(): void; stay(): void } | { kind: 'agreed' }

export type LeaveQuestion = {
  mustAsk(): boolean
  /** Shows the question; `leave` is called if the person agrees. */
  ask(leave: () => void): void
  /** Calls `mustAsk` before each leaving. Returns a function that removes it. */
  askBefore(mustAsk: () => boolean): () => void
}

export type LeaveQuestionDependencies = { leaving(): Leaving; show(leaving: Leaving): void }

/** Asks the question of an open form before the person leaves its page. */
export function createLeaveQuestion({ leaving, show }: LeaveQuestionDependencies): LeaveQuestion {
  let asks: (() => boolean) | null = null
  return {
    mustAsk: () => leaving().kind !== 'agreed' && asks?.() === true,
    ask(leave) {
      const agree = () => {
        show({ kind: 'agreed' })
        leave()
      }
      show({ kind: 'asked', leave: agree, stay: () => show({ kind: 'free' }) })
    },
    askBefore(mustAsk) {
      asks = mustAsk
      return () => {
        if (asks === mustAsk) asks = null
      }
    },
  }
}
