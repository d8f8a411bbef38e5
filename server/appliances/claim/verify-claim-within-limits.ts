import { Refusal } from '#server/http/refusals.ts'
import { type ClaimDependencies, type ClaimProof, verifyClaim } from './claim.ts'
import type { ClaimAttempt, ClaimThrottle } from './claim-throttle.ts'

/**
 * Returns the id of the gateway with these sticker values. Applies the limits on guessing.
 * @throws Refusal `credentials-rejected`, `too-many-requests`
 */
export async function verifyClaimWithinLimits(
  dependencies: ClaimDependencies & { throttle: ClaimThrottle },
  claim: ClaimProof,
  attempt: ClaimAttempt,
): Promise<string> {
  const { throttle } = dependencies
  await throttle.begin(attempt)
  try {
    const { id } = await verifyClaim(dependencies, claim)
    await throttle.forgive(attempt)
    return id
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await throttle.countFailure(attempt)
    throw error
  }
}
