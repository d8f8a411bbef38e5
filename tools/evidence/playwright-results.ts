import { basename } from 'node:path'
import type { EndToEndResult } from './conformance.ts'

type Suite = { specs?: { file: string; ok: boolean }[]; suites?: Suite[] }

/** The part of Playwright's JSON report that this project reads. */
export type PlaywrightReport = { suites: Suite[] }

/** Counts the passed and failed tests of each file. */
export function countTestsByFile({ suites }: PlaywrightReport): EndToEndResult[] {
  const counts = new Map<string, EndToEndResult>()
  for (const { file, ok } of suites.flatMap(specsWithin)) {
    const name = basename(file)
    const { passed, failed } = counts.get(name) ?? { passed: 0, failed: 0 }
    counts.set(name, { file: name, passed: passed + (ok ? 1 : 0), failed: failed + (ok ? 0 : 1) })
  }
  return [...counts.values()]
}

function specsWithin({ specs = [], suites = [] }: Suite): { file: string; ok: boolean }[] {
  return [...specs, ...suites.flatMap(specsWithin)]
}
