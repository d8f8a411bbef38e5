import * as z from 'zod/mini'

/** The roles that people can have for an appliance. An appliance has at most one owner. Specification 6.1. */
export const accessRole = z.enum(['OWNER', 'CO_OWNER', 'VIEWER'])

export type AccessRole = z.infer<typeof accessRole>

/** The roles that an owner or co-owner can give to a person. Ownership changes only by a hand-over or a takeover. */
export const grantableRoles = ['CO_OWNER', 'VIEWER'] as const

export const grantableRole = z.enum(grantableRoles)

export type GrantableRole = z.infer<typeof grantableRole>
