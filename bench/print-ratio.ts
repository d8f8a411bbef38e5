/** Prints a result in one line: how it compares, what is asked of it, and the figures behind it. */
export function printRatio(what: string, ratio: number, { bar, figures }: { bar: string; figures: string }): void {
  process.stdout.write(`${what}: ${ratio.toFixed(2)} (bar ${bar}) ${figures}\n`)
}
