import type { Api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

type ByAddress = { [Name in keyof Api as `${Api[Name]['method']} ${Api[Name]['path']}`]: Api[Name] }

/** The table's endpoint with this method and path: adds its inputs to the part that page and server share. */
export type ServedAs<E extends Endpoint> = `${E['method']} ${E['path']}` extends infer Address extends keyof ByAddress
  ? ByAddress[Address]
  : never
