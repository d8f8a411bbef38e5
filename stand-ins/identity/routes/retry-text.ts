/** When to try again, as in 'in 15 minutes': whole minutes from one minute on. */
export function whenToRetry(seconds: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language)
  return seconds < 60 ? words.format(Math.ceil(seconds), 'second') : words.format(Math.ceil(seconds / 60), 'minute')
}
