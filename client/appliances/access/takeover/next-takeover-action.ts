import type { TakeoverFailure } from '#contract/takeover.ts'

/** Returns the next action after a failed takeover: start again, add the appliance normally, or none. */
export function nextActionAfterFailedTakeover(reason: TakeoverFailure | null): 'start-again' | 'claim' | 'none' {
  switch (reason) {
    case 'too-early':
    case 'too-late':
    case 'cancelled':
      return 'start-again'
    case 'owner-changed':
      return 'claim'
    case 'objected':
    case 'refused':
    case 'not-agreed':
    case null:
      return 'none'
  }
}
