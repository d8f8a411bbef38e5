import { type DestinationStream, type Logger, pino } from 'pino'

/** What any part of the server tells the operators: fields to search by, and a sentence. No secret goes in. Specification 19.17. */
export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const nothing = (): void => {}

/** For what nobody follows. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Names under which a secret could come into a log record, at the depths that records have. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'userPwd',
  'userPassword',
  'access',
  'accessCode',
  'deviceKey',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'idToken',
  'id_token',
  'code_verifier',
  'client_secret',
  'clientSecret',
  'token',
]

/** The process's structured log: JSON lines, on stdout unless `target` says otherwise, secrets struck out. ASVS 16.2.5. */
export function openLog(level: string, process: string, target?: DestinationStream): Logger {
  const options = {
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '***' },
  }
  return target ? pino(options, target) : pino(options)
}
