import { type DestinationStream, type Logger, pino } from 'pino'

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
