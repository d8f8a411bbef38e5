/**
 * A schema that is made when it is first asked something. Making one costs as much as drawing some elements, and a visit
 * needs few of those that its scripts bring. The build writes the calls: scripts/page/lazy-schemas.ts.
 */
export function lazySchema<Schema extends object>(make: () => Schema): Schema {
  let made: Schema | undefined
  const schema = () => (made ??= make())
  return new Proxy({} as Schema, {
    get: (_, name) => Reflect.get(schema(), name) as unknown,
    has: (_, name) => Reflect.has(schema(), name),
  })
}
