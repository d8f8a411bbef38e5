import { hourS } from '#contract/durations.ts'
import { api } from '#contract/api.ts'
import type { PartnerProgram } from '#contract/programs.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import type { PersonLimiter, RateLimit } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { Caller } from '#server/http/caller.ts'
import { endGrantOfTestAppliance } from '#server/service-changes/consents/grants/grant-changes.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import type { PseudonymousIds } from '../pseudonymous-ids.ts'
import { toDeliveryAnswer, resendDelivery } from '../resend-webhook-delivery.ts'
import { readDeliveryPage } from '../store.ts'
import {
  refuseIfProgramClosed,
  refuseIfProgramDecided,
  refuseSandboxRedirectUris,
  refuseUnusableKeys,
} from './policy.ts'
import { readTestData, toProgramAnswer } from './program-answer.ts'
import { createClientSecret, registerProgram } from './register-program.ts'
import * as store from './store.ts'
import type { Services } from '#server/services.ts'

export type ProgramDependencies = Pick<Services, 'pool' | 'bus' | 'clock' | 'persons'> & {
  ids: PseudonymousIds
  limit: PersonLimiter
}

/** The maximum number of registrations and changes of programs by one person. */
export const programRateLimit: RateLimit = { name: 'programs', attempts: 60, windowS: hourS, portion: 1 }

/** The maximum number of deliveries on the developer page. The partner API returns more of them, in pages. */
const shownDeliveries = 20

type ProgramCall = { caller: Caller; params: { programId: string } }

/** Adds the endpoints with which a developer manages programs. Specification 27.8. */
export function addProgramRoutes(add: EndpointAdder, dependencies: ProgramDependencies): void {
  addRegistration(add, dependencies)
  addProgramChanges(add, dependencies)
  addProgramDeliveries(add, dependencies)
  addTestGrantEnd(add, dependencies)
  addProgramDeletion(add, dependencies)
}

function addRegistration(add: EndpointAdder, dependencies: ProgramDependencies): void {
  const { pool, clock, persons, ids, limit } = dependencies

  add(api.listPrograms, async ({ caller }) => {
    const programs = await store.readProgramsOfDeveloper(pool, await persons.personIdOf(caller))
    const testData = await readTestData(pool, programs, clock.now())
    const items = programs.map((program) => toProgramAnswer(program, testData, ids))
    return { items, total: items.length }
  })

  add(api.registerProgram, async ({ caller, body }) => {
    await limit(caller)
    const { isGatekeeper: _, ...wanted } = body()
    refuseUnusableKeys(wanted.jwks)
    const developerId = await persons.personIdOf(caller)
    return inTransaction(pool, async (transaction) => {
      const { id, secret } = await registerProgram(transaction, {
        ...wanted,
        developerId,
        now: new Date(clock.now()),
      })
      const program = await readProgramAnswer(transaction, { id }, dependencies)
      return { program, clientSecret: secret }
    })
  })
}

function addProgramChanges(add: EndpointAdder, dependencies: ProgramDependencies): void {
  add(api.changeProgram, async (call) =>
    change(call, async (transaction, program) => {
      const { redirectUris } = call.body()
      refuseSandboxRedirectUris(program.state, redirectUris)
      refuseIfProgramClosed(program)
      await store.setRedirectUris(transaction, program.id, redirectUris)
    }),
  )

  add(api.replaceSecret, async (call) => {
    const secret = createClientSecret()
    await change(call, async (transaction, program) => {
      refuseIfProgramClosed(program)
      if (program.isPublic) throw new Refusal('program-closed')
      await store.setProgramCredentials(transaction, program.id, { secretDigest: secret.digest, jwks: null })
    })
    return { clientSecret: secret.value }
  })

  add(api.replaceKeys, async (call) =>
    change(call, async (transaction, program) => {
      const { jwks } = call.body()
      refuseUnusableKeys(jwks)
      refuseIfProgramClosed(program)
      if (program.isPublic) throw new Refusal('program-closed')
      await store.setProgramCredentials(transaction, program.id, { secretDigest: createClientSecret().digest, jwks })
    }),
  )

  add(api.requestApproval, async (call) =>
    change(call, async (transaction, program) => {
      const company = call.body()
      refuseSandboxRedirectUris('requested', program.redirectUris)
      refuseIfProgramDecided(program)
      await store.storeApprovalRequest(transaction, program.id, company)
    }),
  )

  /**
   * Runs `work` on a program of the caller, and returns the changed program. Errors of `work` are passed on.
   * @throws Refusal `not-found`
   */
  async function change(call: ProgramCall, work: ProgramWork<void>): Promise<PartnerProgram> {
    return changeOwnProgram(dependencies, call, async (transaction, program) => {
      await work(transaction, program)
      return readProgramAnswer(transaction, program, dependencies)
    })
  }
}

function addProgramDeliveries(add: EndpointAdder, dependencies: ProgramDependencies): void {
  const { pool, clock, persons } = dependencies

  add(api.listProgramDeliveries, async ({ caller, params: { programId } }) => {
    const developerId = await persons.personIdOf(caller)
    if (!(await store.isProgramOfDeveloper(pool, { programId, developerId }))) throw new Refusal('not-found')
    const page = { clientId: programId, state: null, cursor: null, limit: shownDeliveries }
    return { items: (await readDeliveryPage(pool, page)).map(toDeliveryAnswer) }
  })

  add(api.resendProgramDelivery, async (call) =>
    changeOwnProgram(dependencies, call, async (transaction, program) => {
      refuseIfProgramClosed(program)
      return resendDelivery(transaction, { id: call.params.deliveryId, clientId: program.id }, new Date(clock.now()))
    }),
  )
}

/**
 * Adds the end of a grant of a test appliance. It is possible in each state of the program, because the grant is a
 * consent of the developer.
 */
function addTestGrantEnd(add: EndpointAdder, dependencies: ProgramDependencies): void {
  const { bus, clock } = dependencies

  add(api.endTestGrant, async (call) =>
    changeOwnProgram(dependencies, call, async (transaction, { id: clientId }) => {
      const grant = { grantId: call.params.grantId, clientId, now: new Date(clock.now()) }
      if (!(await endGrantOfTestAppliance(transaction, bus, grant))) throw new Refusal('not-found')
    }),
  )
}

function addProgramDeletion(add: EndpointAdder, dependencies: ProgramDependencies): void {
  add(api.deleteProgram, async (call) =>
    changeOwnProgram(dependencies, call, async (transaction, { id }) => {
      const gatewayIds = await store.readSharedGatewayIds(transaction, id)
      await store.deleteProgram(transaction, id)
      for (const gatewayId of gatewayIds) await publishServiceChange(transaction, dependencies.bus, { gatewayId })
    }),
  )
}

type ProgramWork<Result> = (transaction: Transaction, program: store.StoredProgram) => Promise<Result>

/** Locks a program of the caller, and runs `work` on it in a transaction. @throws Refusal `not-found` */
async function changeOwnProgram<Result>(
  { pool, persons, limit }: ProgramDependencies,
  { caller, params: { programId } }: ProgramCall,
  work: ProgramWork<Result>,
): Promise<Result> {
  await limit(caller)
  const developerId = await persons.personIdOf(caller)
  return inTransaction(pool, async (transaction) => {
    const program = await store.lockProgramOfDeveloper(transaction, { programId, developerId })
    if (!program) throw new Refusal('not-found')
    return work(transaction, program)
  })
}

/** Reads a program again, after a change. @throws Refusal `not-found` */
async function readProgramAnswer(
  transaction: Transaction,
  { id }: Pick<store.StoredProgram, 'id'>,
  { ids, clock }: Pick<ProgramDependencies, 'ids' | 'clock'>,
): Promise<PartnerProgram> {
  const program = await store.lockProgramById(transaction, id)
  if (!program) throw new Refusal('not-found')
  return toProgramAnswer(program, await readTestData(transaction, [program], clock.now()), ids)
}
