import type { Pool } from 'pg'
import type { Clock } from '#server/clock.ts'
import { type TermsDocuments, readTerms } from './documents.ts'
import { type TermsGate, createTermsGate } from './gate.ts'

/** The terms of service of this deployment, and the gate before everything that needs them accepted. */
export type TermsService = { documents: TermsDocuments; gate: TermsGate }

export type TermsServiceDependencies = { pool: Pool; clock: Clock; legalDir: string }

/** Reads the terms. @throws Error with one sentence when they are not complete */
export async function openTerms({ pool, clock, legalDir }: TermsServiceDependencies): Promise<TermsService> {
  const documents = await readTerms(legalDir)
  return { documents, gate: createTermsGate({ pool, documents, clock }) }
}
