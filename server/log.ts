import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The log of the server. A line has a sentence, and fields by which it can be searched. A line must never contain a
 * secret. Specification 19.17.
 */
export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const discard = (): void => {}

export const silentLog: Log = { debug: discard, info: discard, warn: discard, error: discard }

/**
 * The names of fields that may contain a secret. The log redacts such fields at the top level of a line and in the
 * two levels below it.
 */
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

/** Opens the log of a process. Lines are JSON, by default on stdout, with secrets redacted. ASVS 16.2.5. */
export function openLog(level: string, process: string, target?: DestinationStream): Logger {
  const options = {
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '***' },
  }
  return target ? pino(options, target) : pino(options)
}
