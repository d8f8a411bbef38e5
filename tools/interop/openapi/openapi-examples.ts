import { dayMs } from '#contract/durations.ts'

type Parameter = { name: string; in: string; required?: boolean; example?: unknown }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

export type OpenApiDocument = { paths: Record<string, Record<string, Operation>> }

/**
 * The ids that the calls about webhooks use as examples. `removedId`: an endpoint only for the call that removes an
 * endpoint.
 */
export type WebhookExamples = { url: string; endpointId: string; removedId: string; deliveryId: string }

/** Returns the request bodies by operation id, for the calls that need a body. */
function bodiesOf({ url }: WebhookExamples, now: number): Record<string, unknown> {
  return {
    changeTestAppliance: { fault: 'E104' },
    addEndpoint: { url },
    changeEndpoint: { types: ['appliance.fault_began'] },
    recoverEndpoint: { since: new Date(now - dayMs).toISOString() },
  }
}

/** Adds ids that exist as examples to the OpenAPI description, because Dredd sends the examples. */
export async function addOpenApiExamples(
  document: OpenApiDocument,
  { portalUrl, token, webhooks }: { portalUrl: string; token: string; webhooks: WebhookExamples },
): Promise<OpenApiDocument> {
  const headers = { authorization: `Bearer ${token}` }
  const read = async <Answer>(path: string): Promise<Answer> =>
    (await (await fetch(`${portalUrl}/partner/1${path}`, { headers })).json()) as Answer
  const { items: appliances } = await read<{ items: { id: string; grantId: string }[] }>('/appliances')
  const [kept, ended] = appliances
  const now = Date.now()
  const values: Record<string, string> = {
    from: new Date(now - dayMs).toISOString(),
    to: new Date(now).toISOString(),
  }
  const bodies = bodiesOf(webhooks, now)
  const idOf = (operationId: string, path: string): string | undefined => {
    // The call that ends a grant uses the grant of the second appliance, because later calls need that of the first.
    if (path.includes('/grants/')) return ended?.grantId
    if (path.includes('/deliveries/')) return webhooks.deliveryId
    if (path.includes('/endpoints/')) return operationId === 'removeEndpoint' ? webhooks.removedId : webhooks.endpointId
    return kept?.id
  }

  const openApiDocument = structuredClone(document)
  for (const [path, operations] of Object.entries(openApiDocument.paths)) {
    for (const { operationId, parameters = [], requestBody } of Object.values(operations)) {
      for (const parameter of parameters) {
        if (parameter.required)
          parameter.example = parameter.in === 'path' ? idOf(operationId, path) : values[parameter.name]
        // Sets a different key for each request, because Dredd also sends optional headers.
        if (parameter.name === 'Idempotency-Key') parameter.example = operationId
      }
      const content = requestBody?.content['application/json']
      if (content) content.example = bodies[operationId]
    }
  }
  return openApiDocument
}
