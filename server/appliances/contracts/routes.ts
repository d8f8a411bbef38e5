import { api } from '#contract/api.ts'
import type { ServiceContract } from '#contract/service-contract.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { ProviderSubject } from '#server/identity/store.ts'
import { type ConnectionReader, readConnectionOfPerson } from '../read-connection-of-person.ts'
import { type ContractDependencies, addContract, renewContractConsent, removeContract } from './contracts.ts'

/**
 * Adds the endpoints for the contracts of an appliance with its service provider and customer support. Specification 7.
 */
export function addContractRoutes(
  add: EndpointAdder,
  dependencies: ContractDependencies & { appliances: ConnectionReader },
): void {
  async function contractOf(subject: ProviderSubject, gatewayId: string, companyId: string): Promise<ServiceContract> {
    const { service } = await readConnectionOfPerson(dependencies.appliances, subject, { gatewayId })
    const contract = service.contracts.find(({ company }) => company.id === companyId)
    if (!contract) throw new Refusal('not-found')
    return contract
  }

  add(api.addContract, async ({ caller, params: { gatewayId }, body, language }) => {
    await addContract(dependencies, { gatewayId, subject: caller, language, body })
    return contractOf(caller, gatewayId, body().companyId)
  })

  add(api.endContract, async ({ caller, params }) => removeContract(dependencies, { ...params, subject: caller }))

  add(api.renewConsent, async ({ caller, params: { gatewayId, companyId }, body, language }) => {
    await renewContractConsent(dependencies, { gatewayId, companyId, subject: caller, language, body })
    return contractOf(caller, gatewayId, companyId)
  })
}
