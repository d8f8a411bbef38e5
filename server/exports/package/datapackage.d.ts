declare module 'datapackage' {
  type Field = { name: string; type: string }
  export type Resource = {
    name: string
    tabular: boolean
    schema: { fields: Field[] }
    /** Rows with cells of the types in the table schema. Rejects if a cell does not match. */
    read(options: { keyed: true }): Promise<Record<string, unknown>[]>
  }
  export class Package {
    static load(descriptor: object | string, options?: { basePath?: string; strict?: boolean }): Promise<Package>
    valid: boolean
    errors: Error[]
    resources: Resource[]
    getResource(name: string): Resource | null
  }
}
