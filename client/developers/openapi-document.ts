import * as z from 'zod/mini'

/** The fields of a JSON Schema that the reference shows. */
type JsonSchema = {
  type?: string | string[] | undefined
  format?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  properties?: Record<string, JsonSchema> | undefined
  required?: string[] | undefined
  items?: unknown
  anyOf?: JsonSchema[] | undefined
}

const jsonSchema: z.ZodMiniType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.optional(z.union([z.string(), z.array(z.string())])),
    format: z.optional(z.string()),
    enum: z.optional(z.array(z.unknown())),
    const: z.optional(z.unknown()),
    properties: z.optional(z.record(z.string(), jsonSchema)),
    required: z.optional(z.array(z.string())),
    items: z.optional(z.unknown()),
    anyOf: z.optional(z.array(jsonSchema)),
  }),
)

const content = z.record(z.string(), z.object({ schema: jsonSchema }))

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z._default(z.array(z.object({ name: z.string(), required: z.boolean(), schema: jsonSchema })), []),
  requestBody: z.optional(z.object({ content })),
  responses: z.record(z.string(), z.object({ content: z.optional(content) })),
})

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })

/** A value of a parameter, a body or an answer, with its path, such as `items[].id`. */
export type DescribedValue = { path: string; type: string; isRequired: boolean }

export type DescribedCall = {
  id: string
  method: string
  path: string
  summary: string
  tokens: readonly string[]
  parameters: readonly DescribedValue[]
  body: readonly DescribedValue[]
  answer: readonly DescribedValue[]
}

/**
 * Returns the calls of an OpenAPI document, in the document's order. @throws ZodError if the document has another
 * shape
 */
export function describeOpenApiCalls(document: unknown): DescribedCall[] {
  return Object.entries(openApi.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const success = Object.entries(call.responses).find(([status]) => status.startsWith('2'))
      return {
        id: call.operationId,
        method: method.toUpperCase(),
        path,
        summary: call.summary,
        tokens: call.security.flatMap((one) => Object.keys(one)),
        parameters: call.parameters.map(({ name, required, schema }) => ({
          path: name,
          type: typeOf(schema),
          isRequired: required,
        })),
        body: valuesIn(call.requestBody?.content),
        answer: valuesIn(success?.[1].content),
      }
    }),
  )
}

function valuesIn(of: z.infer<typeof content> | undefined): DescribedValue[] {
  const schema = of?.['application/json']?.schema
  return schema ? valuesOf(schema, '') : []
}

/** Returns all values of an object, including those in its objects and lists. */
function valuesOf(schema: JsonSchema, prefix: string): DescribedValue[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const path = `${prefix}${name}`
    const isRequired = schema.required?.includes(name) ?? false
    return [{ path, type: typeOf(value), isRequired }, ...within(value, path)]
  })
}

function within(schema: JsonSchema, path: string): DescribedValue[] {
  if (schema.properties) return valuesOf(schema, `${path}.`)
  const items = jsonSchema.safeParse(schema.items)
  return items.success && items.data.properties ? valuesOf(items.data, `${path}[].`) : []
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  return [schema.type ?? 'any']
    .flat()
    .map((type) => nameOf(type, schema))
    .join(' | ')
}

function nameOf(type: string, { format }: JsonSchema): string {
  if (type === 'array') return 'list'
  return type === 'null' ? type : (format ?? type)
}
