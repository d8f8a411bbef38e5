import { Refusal } from '#server/http/refusals.ts'
import { type ClaimDependencies, type ProvableClaim, proveClaim } from './claim.ts'
import type { ClaimAttempt, ClaimThrottle } from './claim-throttle.ts'

/**
 * Returns the id of the gateway with these sticker values. Applies the limits on guessing.
 * @throws Refusal `credentials-rejected`, `too-many-requests`
 */
export async function proveClaimWithinLimits(
  dependencies: ClaimDependencies & { throttle: ClaimThrottle },
  claim: ProvableClaim,
  attempt: ClaimAttempt,
): Promise<string> {
  const { throttle } = dependencies
  await throttle.begin(attempt)
  try {
    const { id } = await proveClaim(dependencies, claim)
    await throttle.forgive(attempt)
    return id
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await throttle.countFailure(attempt)
    throw error
  }
}
