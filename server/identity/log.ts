import type { FastifyBaseLogger } from 'fastify'

/** What identity tells the operators. No token, code, cookie or error object ever goes in. Specification 19.17. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
