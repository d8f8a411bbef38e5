import { type DestinationStream, type Logger, pino } from 'pino'

/** The log of all parts of the server: fields to search by, and a sentence. Never log a secret. Specification 19.17. */
export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const discard = (): void => {}

/** A log that discards everything. */
export const silentLog: Log = { debug: discard, info: discard, warn: discard, error: discard }

/** Names of log fields that may contain a secret, at the depths that records have. */
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

/** The process's structured log: JSON lines, by default on stdout, with secrets redacted. ASVS 16.2.5. */
export function openLog(level: string, process: string, target?: DestinationStream): Logger {
  const options = {
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '***' },
  }
  return target ? pino(options, target) : pino(options)
}
