/**
 * serialization_failure, unique_violation, and check_violation of a partition that another packer has sealed. PostgreSQL
 * manual, appendix A.
 */
const taken = new Set<unknown>(['40001', '23505', '23514'])

/** lock_not_available, query_canceled, object_not_in_prerequisite_state and undefined_table. */
const inUse = new Set<unknown>(['55P03', '57014', '55000', '42P01'])

/** The result of a transaction; null if another packer has written the same days, or changed the same row, since it began. */
export async function orTaken<Result>(transaction: Promise<Result>): Promise<Result | null> {
  try {
    return await transaction
  } catch (error) {
    if (!taken.has(codeOf(error))) throw error
    return null
  }
}

/** Whether a change of a partition was made. It is not made if others use the partition for longer than the time limit. */
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
