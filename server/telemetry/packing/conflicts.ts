/** serialization_failure and unique_violation. PostgreSQL manual, appendix A. */
const taken = new Set<unknown>(['40001', '23505'])

/** lock_not_available, query_canceled, object_not_in_prerequisite_state and undefined_table. */
const inUse = new Set<unknown>(['55P03', '57014', '55000', '42P01'])

/** What a transaction answers; null if another packer has written the same days or has changed the same row since it began. */
export async function orTaken<Result>(transaction: Promise<Result>): Promise<Result | null> {
  try {
    return await transaction
  } catch (error) {
    if (!taken.has(codeOf(error))) throw error
    return null
  }
}

/** Whether a change of a partition was made; it is not while others use the partition for longer than we wait. */
export async function isFree(change: Promise<void>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if (!inUse.has(codeOf(error))) throw error
    return false
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
