import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { type PersonalData, maxPersonalDataRequestsPerDay } from '#contract/personal-data.ts'
import { dayMs } from '#contract/durations.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { EndpointAdder, FileEndpointAdder } from '#server/http/endpoint-adder.ts'
import type { ByteRange } from '#server/http/send-file.ts'
import { Refusal, createTooManyRequestsRefusal } from '#server/http/refusals.ts'
import { requirePersonalDataFile } from '../policy.ts'
import {
  findReadyPersonalDataFile,
  insertPersonalDataRequest,
  readPersonalDataFiles,
  lockPersonalDataRequester,
  type PersonalDataFileRow,
  readPersonalDataRequests,
} from './store.ts'
import type { Services } from '#server/services.ts'

export type PersonalDataDependencies = Pick<Services, 'database' | 'persons' | 'clock'> & {
  /** The store of finished files. `read` rejects if the store cannot be reached or does not have the file. */
  files: { read(fileId: string, range: ByteRange): Promise<Readable> }
  brandOfRequest(request: FastifyRequest): string
}

/**
 * Adds the endpoints with which people request and download all data about themselves as one file. The role `jobs`
 * makes the file in the same way as an export. Specification 25.2.
 */
export function addPersonalDataRoutes(
  { add, addFile }: { add: EndpointAdder; addFile: FileEndpointAdder },
  { database, persons, clock, files, brandOfRequest }: PersonalDataDependencies,
): void {
  const { pool } = database

  add(api.listPersonalData, async ({ caller }) => {
    const rows = await readPersonalDataFiles(pool, await persons.personIdOf(caller))
    return { items: rows.map((row) => toPersonalData(row, clock.now())) }
  })

  add(api.requestPersonalData, async ({ caller, language, request }) => {
    const personId = await persons.personIdOf(caller)
    const now = clock.now()
    return inTransaction(pool, async (transaction) => {
      await lockPersonalDataRequester(transaction, personId)
      const requests = await readPersonalDataRequests(transaction, personId)
      const open = requests.find(({ state }) => state === 'NOT_READY')
      if (open) return toPersonalData(open, now)
      refuseTooMany(requests, now)
      const createdAt = new Date(now)
      const name = `my-data-${createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length)}.zip`
      await insertPersonalDataRequest(transaction, {
        personId,
        language,
        brand: brandOfRequest(request),
        createdAt,
        name,
      })
      const [made] = await readPersonalDataRequests(transaction, personId)
      if (!made) throw new Error('The request was not stored')
      return toPersonalData(made, now)
    })
  })

  addFile(api.downloadPersonalData, async ({ caller, params: { fileId } }) => {
    const personId = await persons.personIdOf(caller)
    const file = requirePersonalDataFile(
      await findReadyPersonalDataFile(pool, { personId, fileId, now: new Date(clock.now()) }),
    )
    return { ...file, mediaType: 'application/zip', openRange: async (range) => read(fileId, range) }
  })

  async function read(fileId: string, range: ByteRange): Promise<Readable> {
    try {
      return await files.read(fileId, range)
    } catch (error) {
      throw new Refusal('unavailable', { cause: error })
    }
  }
}

function refuseTooMany(requests: readonly PersonalDataFileRow[], now: number): void {
  const recent = requests.filter(({ createdAt }) => createdAt.getTime() > now - dayMs)
  const oldest = recent.at(-1)
  if (oldest && recent.length >= maxPersonalDataRequestsPerDay)
    throw createTooManyRequestsRefusal(oldest.createdAt.getTime() + dayMs - now)
}

/**
 * Converts a row to the API's response format at the time `now` (epoch ms). An expired file is reported as expired,
 * even if the store still has it.
 */
function toPersonalData({ createdAt, expiresAt, state, ...row }: PersonalDataFileRow, now: number): PersonalData {
  const isOver = state === 'READY' && expiresAt !== null && expiresAt.getTime() <= now
  return {
    ...row,
    state: isOver ? 'EXPIRED' : state,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
