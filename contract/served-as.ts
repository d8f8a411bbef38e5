import type { Api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

type ByAddress = { [Name in keyof Api as `${Api[Name]['method']} ${Api[Name]['path']}`]: Api[Name] }

/** The endpoint of the table with this method and path: its inputs, for a caller that has only the part of both sides. */
export type ServedAs<E extends Endpoint> = `${E['method']} ${E['path']}` extends infer Address extends keyof ByAddress
  ? ByAddress[Address]
  : never
