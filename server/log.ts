import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The log of the server. A line has fields to search by, and a sentence. It must never contain a secret. Specification
 * 19.17.
 */
export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const discard = (): void => {}

/** A log that discards everything. */
export const silentLog: Log = { debug: discard, info: discard, warn: discard, error: discard }

/** Names of fields that may contain a secret. Such fields are redacted at the top level and in the two levels below. */
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

/** Opens the structured log of a process: JSON lines, by default on stdout, with secrets redacted. ASVS 16.2.5. */
export function openLog(level: string, process: string, target?: DestinationStream): Logger {
  const options = {
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '***' },
  }
  return target ? pino(options, target) : pino(options)
}
