import * as z from 'zod/mini'
import { countries } from './countries.ts'

/** The maximum lengths of the fields of an address, in UTF-16 units. Specification 9. */
export const addressFieldLimits = { street: 256, postalCode: 12, city: 128 } as const

/** The address of an appliance or a company. `street` has one or two lines. Specification 3. */
export const address = z.object({
  street: z.array(z.string()),
  postalCode: z.string(),
  city: z.string(),
  country: z.enum(countries),
})

export type Address = z.infer<typeof address>

/** An address as a database row: the country is any text, and optional fields without a value are null. */
export type AddressRow = {
  [Field in keyof Address]-?: Field extends 'street'
    ? string[]
    : undefined extends Address[Field]
      ? string | null
      : string
}
