import * as z from 'zod/mini'
import type { GatewayStatus } from './appliance.ts'
import { languages } from './languages.ts'

/** How bad a fault is: ERROR stops the heating or a part of it, WARNING wants to be looked after. Specification 22.1. */
export const faultSeverities = ['ERROR', 'WARNING'] as const

export type FaultSeverity = (typeof faultSeverities)[number]

/** How bad the fault is that a status tells of; null where it tells of none. */
export function severityOf(status: GatewayStatus): FaultSeverity | null {
  return faultSeverities.find((severity) => severity === status) ?? null
}

/** What an appliance calls its fault: letters, digits and what manufacturers put between them, as in `E104` or `2E/207`. */
export const faultCode = z.string().check(z.regex(/^[a-z\d](?:[a-z\d ._/-]{0,18}[a-z\d])?$/i, { error: 'pattern' }))

/** A reported value as a code; null where it is none, however it looks: devices are not trusted. Specification 22.2. */
export function toFaultCode(value: unknown): string | null {
  const parsed = faultCode.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** At most so many UTF-16 units in each text of a fault, and so many steps of what one can do oneself. */
export const faultTextLimits = { title: 80, text: 600, steps: 8 } as const

const texts = z.object({
  /** What has happened, in a few words. */
  title: z.string(),
  meaning: z.string(),
  /** Whether one may go on heating. */
  heating: z.string(),
  /** What one can do oneself, step by step. */
  selfHelp: z.array(z.string()),
  /** When to call whom. */
  call: z.string(),
})

/** The texts of faults in one language, by code. */
export const faultTextsByCode = z.record(z.string(), texts)

/**
 * A fault in words. `language` is the one of the texts: English where there are none in the one that was asked for.
 * `emergency`: whoever is in the house has to leave it first. Specification 22.3.
 */
export const faultDescription = z.extend(texts, {
  code: faultCode,
  severity: z.enum(faultSeverities),
  emergency: z.boolean(),
  language: z.enum(languages),
})

export type FaultDescription = z.infer<typeof faultDescription>

/** The query of GET /api/2/faults: up to 20 codes, joined by commas. */
export const faultQuery = z.strictObject({
  language: z.enum(languages),
  codes: z.pipe(
    z.pipe(
      z.string().check(z.maxLength(500)),
      z.transform((value: string) => [...new Set(value.split(','))]),
    ),
    z.array(faultCode).check(z.maxLength(20)),
  ),
})

/** Codes that nobody has described are left out. */
export const faultList = z.object({ items: z.array(faultDescription), total: z.int() })

export type FaultList = z.infer<typeof faultList>
