import type { Api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

type ByAddress = { [Name in keyof Api as `${Api[Name]['method']} ${Api[Name]['path']}`]: Api[Name] }

/**
 * The type of the endpoint in `api` that has the method and path of `E`. In addition to `E`, it has the types of the
 * inputs.
 */
export type ServerEndpointOf<E extends Endpoint> = `${E['method']} ${E['path']}` extends infer Address extends
  keyof ByAddress
  ? ByAddress[Address]
  : never
