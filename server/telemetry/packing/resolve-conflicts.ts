/**
 * The SQLSTATEs serialization_failure, unique_violation and check_violation. check_violation means that another
 * packer has sealed a partition. PostgreSQL manual, appendix A.
 */
const conflictCodes = new Set<unknown>(['40001', '23505', '23514'])

/** The SQLSTATEs lock_not_available, query_canceled, object_not_in_prerequisite_state and undefined_table. */
const inUse = new Set<unknown>(['55P03', '57014', '55000', '42P01'])

/**
 * Resolves to the result of a transaction. Resolves to null if another packer has written the same days, or changed the
 * same row, since the transaction began.
 */
export async function resolveConflictToNull<Result>(transaction: Promise<Result>): Promise<Result | null> {
  try {
    return await transaction
  } catch (error) {
    if (!conflictCodes.has(codeOf(error))) throw error
    return null
  }
}

/**
 * Resolves to true if the change of a partition succeeds, and to false if other sessions use the partition or the
 * partition does not exist.
 */
export async function changePartitionIfFree(change: Promise<void>): Promise<boolean> {
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
