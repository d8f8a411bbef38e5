import * as z from 'zod/mini'
import type { GatewayStatus } from './appliance.ts'
import { languages } from './languages.ts'

/** The severities of a fault. ERROR stops the heating or a part of it; WARNING needs attention. Specification 22.1. */
export const faultSeverities = ['ERROR', 'WARNING'] as const

export type FaultSeverity = (typeof faultSeverities)[number]

/** Returns the severity that a status means, or null if the status is not a fault. */
export function faultSeverityOf(status: GatewayStatus): FaultSeverity | null {
  return faultSeverities.find((severity) => severity === status) ?? null
}

/** The code of a fault: letters, digits and the separators of manufacturers, such as `E104` or `2E/207`. */
export const faultCode = z
  .string()
  .check(z.regex(/^[A-Za-z\d](?:[A-Za-z\d ._/-]{0,18}[A-Za-z\d])?$/, { error: 'pattern' }))

/**
 * Parses a reported value as a fault code. Returns null if it is invalid, because devices are not trusted.
 * Specification 22.2.
 */
export function toFaultCode(value: unknown): string | null {
  const parsed = faultCode.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** The maximum length of the texts of a fault in UTF-16 units, and the maximum number of steps in `selfHelp`. */
export const faultTextLimits = { title: 80, text: 600, steps: 8 } as const

const texts = z.object({
  /** The fault in a few words. */
  title: z.string(),
  meaning: z.string(),
  /** Whether the heating may stay on. */
  heating: z.string(),
  /** What the owner can do, step by step. */
  selfHelp: z.array(z.string()),
  /** The person or company to call, and when to call. */
  call: z.string(),
})

/** The texts of faults in one language, by fault code. */
export const faultTextsByCode = z.record(z.string(), texts)

/**
 * The description of a fault for people. `language`: the language of the texts, which is English if there are no texts
 * in the requested language. `emergency`: whether everybody must first leave the house. Specification 22.3.
 */
export const faultDescription = z.extend(texts, {
  code: faultCode,
  severity: z.enum(faultSeverities),
  emergency: z.boolean(),
  language: z.enum(languages),
})

export type FaultDescription = z.infer<typeof faultDescription>

/** The query of GET /api/2/faults. `codes`: up to 20 fault codes, joined by commas. */
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

/** The descriptions of the requested codes. Codes without a description are omitted. */
export const faultList = z.object({ items: z.array(faultDescription), total: z.int() })

export type FaultList = z.infer<typeof faultList>
