import { sandboxApi } from '#contract/sandbox-api.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { PartnerEndpointAdder } from '../partner-endpoint-adder.ts'
import type { PseudonymousIds } from '../../pseudonymous-ids.ts'
import { changeTestAppliance, testApplianceStatusOf } from './change-test-appliance.ts'
import { type TestApplianceWithState, lockTestAppliances, readTestAppliancesWithState } from './store.ts'
import type { Services } from '#server/services.ts'

export type SandboxDependencies = Pick<Services, 'pool' | 'bus' | 'clock'> & { ids: PseudonymousIds }

/** Adds the endpoints with which the developer of a client reads and changes test appliances. Specification 27.8. */
export function addSandboxRoutes(add: PartnerEndpointAdder, { pool, bus, clock, ids }: SandboxDependencies): void {
  add(sandboxApi.listTestAppliances, async ({ partner: { clientId } }) => ({
    items: (await readTestAppliancesWithState(pool, clientId)).map((one) => answerOf(clientId, one)),
  }))

  add(sandboxApi.changeTestAppliance, async ({ partner: { clientId }, params, body: change }) =>
    inTransaction(pool, async (transaction) => {
      const appliances = await lockTestAppliances(transaction, clientId)
      const found = appliances.find((one) => ids.idFor(clientId, one.id) === params.id)
      if (!found) throw new Refusal('not-found')
      const now = new Date(clock.now())
      const changed = await changeTestAppliance(transaction, found, { change, now })
      await bus.publish(transaction, [{ kind: 'partner-changes' }])
      return answerOf(clientId, changed)
    }),
  )

  function answerOf(clientId: string, stored: TestApplianceWithState) {
    const { id, name, type, since, faultCode, silentSince } = stored
    return {
      id: ids.idFor(clientId, id),
      name,
      type,
      status: testApplianceStatusOf(stored),
      statusSince: (silentSince ?? since).toISOString(),
      faultCode,
    }
  }
}
