import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { BrandSettings } from '#brands/brand.ts'
import {
  type FirstScreenDrawer,
  type DrawnScreenLocale,
  type DrawnScreen,
  firstScreenModulePath,
  readerLocaleCookie,
  parseReaderLocale,
} from '#contract/first-screen.ts'
import type { Clock } from '#server/clock.ts'
import type { FirstApiAnswers } from './first-call-answerer.ts'

export type FirstScreenDependencies = { pageDir: string; clock: Clock; log: Pick<FastifyBaseLogger, 'warn'> }

type FirstScreenRequest = {
  request: FastifyRequest
  address: string
  brand: BrandSettings
  apiAnswers: FirstApiAnswers | null
}

/**
 * Draws the first screen for a request. Returns null if the page is not the list of appliances, the answers are
 * missing or too long, the reader's locale is unknown, or the drawing fails. The page then shows its outline.
 * Decision 048.
 */
export type RequestedScreenDrawer = (request: FirstScreenRequest) => Promise<(DrawnScreen & DrawnScreenLocale) | null>

const drawnPaths = new Set(['/', '/appliances'])

/**
 * Creates the function that draws first screens. It renders the components of the page, which it imports from a
 * module of the build.
 */
export function createFirstScreenDrawer({ pageDir, clock, log }: FirstScreenDependencies): RequestedScreenDrawer {
  const file = path.join(pageDir, firstScreenModulePath)
  let loading: Promise<{ drawFirstScreen: FirstScreenDrawer<BrandSettings> }> | undefined

  return async ({ request, address, brand, apiAnswers }) => {
    const reader = parseReaderLocale(request.cookies[readerLocaleCookie])
    if (!apiAnswers?.areShort || !reader || !drawnPaths.has(address) || !existsSync(file)) return null
    try {
      const { drawFirstScreen } = await (loading ??= import(pathToFileURL(file).href))
      const drawnScreen = await drawFirstScreen({ brand, answers: apiAnswers.answers, reader })
      return (
        drawnScreen && {
          ...drawnScreen,
          locale: reader.locale,
          minutesBehind: minutesBehind(reader.timeZone, clock.now()),
        }
      )
    } catch (error) {
      log.warn({ err: error }, 'the first screen was not drawn')
      return null
    }
  }
}

const offset = /GMT(?:([+-])(\d\d):(\d\d))?/u

function minutesBehind(timeZone: string, now: number): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(now)
  const [, sign = '+', hours = '0', minutes = '0'] = offset.exec(name) ?? []
  const ahead = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? ahead : 0 - ahead
}
