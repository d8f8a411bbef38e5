/** The state of the question whether the person wants to leave: not asked, asked, or just answered with yes. */
export type LeaveState = { kind: 'free' } | { kind: 'asked'; leave(): void; stay(): void } | { kind: 'agreed' }

export type LeaveQuestion = {
  mustAsk(): boolean
  /** Shows the question. Calls `leave` if the person agrees. */
  ask(leave: () => void): void
  /**
   * Sets the function that decides, before each navigation, whether to ask the person. Returns a function that removes
   * it.
   */
  askBefore(mustAsk: () => boolean): () => void
}

export type LeaveQuestionDependencies = { leaving(): LeaveState; show(leaving: LeaveState): void }

/** Creates the question that a form with unsaved values asks before the person leaves its page. */
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
