/** When to try again, in words: whole minutes from one minute on. */
export function retryText(seconds: number): string {
  if (seconds < 60) return 'Try again in less than a minute.'
  const minutes = Math.ceil(seconds / 60)
  return `Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
