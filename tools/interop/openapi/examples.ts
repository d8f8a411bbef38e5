type Parameter = { name: string; in: string; required?: boolean; example?: unknown }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

export type OpenApiDocument = { paths: Record<string, Record<string, Operation>> }

const dayMs = 24 * 60 * 60_000

/** The bodies of calls that need one, by operation. */
const bodies: Record<string, unknown> = { changeTestAppliance: { fault: 'E104' } }

/** The description with ids that exist, because Dredd sends what the examples say. */
export async function withExamples(
  document: OpenApiDocument,
  { portalUrl, token }: { portalUrl: string; token: string },
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
  // The call that ends a grant must leave another one for the calls after it.
  const idIn = (path: string): string => (path.includes('/grants/') ? ended?.grantId : kept?.id) ?? ''

  const described = structuredClone(document)
  for (const [path, operations] of Object.entries(described.paths)) {
    for (const { operationId, parameters = [], requestBody } of Object.values(operations)) {
      for (const parameter of parameters)
        if (parameter.required) parameter.example = parameter.in === 'path' ? idIn(path) : values[parameter.name]
      const content = requestBody?.content['application/json']
      if (content) content.example = bodies[operationId]
    }
  }
  return described
}
