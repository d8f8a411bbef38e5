import type { Api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

type ByAddress = { [Name in keyof Api as `${Api[Name]['method']} ${Api[Name]['path']}`]: Api[Name] }

/**
 * The endpoint of `api` with the method and path of an `Endpoint`. It adds the types of the inputs to the part that
 * page and server share.
 */
export type ServedAs<E extends Endpoint> = `${E['method']} ${E['path']}` extends infer Address extends keyof ByAddress
  ? ByAddress[Address]
  : never
