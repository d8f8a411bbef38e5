import * as z from 'zod/mini'

/** The roles of people on an appliance, which has at most one owner. Specification 6.1. */
export const accessRole = z.enum(['OWNER', 'CO_OWNER', 'VIEWER'])

export type AccessRole = z.infer<typeof accessRole>

/** The roles that a person can be given; ownership is not among them. */
export const givenRoles = ['CO_OWNER', 'VIEWER'] as const

export const givenRole = z.enum(givenRoles)

export type GivenRole = z.infer<typeof givenRole>
