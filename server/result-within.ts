/** Returns the result of `work`, or `fallback` if there is no result after `ms` milliseconds. */
export async function resultWithin<Result>(work: Promise<Result>, ms: number, fallback: Result): Promise<Result> {
  const expiry = Promise.withResolvers<Result>()
  const timer = setTimeout(() => expiry.resolve(fallback), ms)
  return Promise.race([work, expiry.promise]).finally(() => clearTimeout(timer))
}
