/**
 * Creates a schema at its first use. Creating one costs as much as drawing some elements, and a page view uses few of
 * them. The build adds the calls: scripts/page/lazy-schemas.ts.
 */
export function lazySchema<Schema extends object>(make: () => Schema): Schema {
  let made: Schema | undefined
  const schema = () => (made ??= make())
  return new Proxy({} as Schema, {
    get: (_, name) => Reflect.get(schema(), name) as unknown,
    has: (_, name) => Reflect.has(schema(), name),
  })
}
