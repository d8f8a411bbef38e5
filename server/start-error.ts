import { SettingError } from './config.ts'
import { describeProcessUser } from './process-user.ts'

type ErrorMessage = (error: NodeJS.ErrnoException) => string | null

/**
 * Waits for a step of the start of a process. If the step fails with an error that an operator can fix, converts the
 * error to one sentence.
 * @throws SettingError
 */
export async function explainStartErrorOf<T>(work: Promise<T>, messageOf: ErrorMessage): Promise<T> {
  return work.catch((error: NodeJS.ErrnoException) => {
    const message = error instanceof SettingError ? null : messageOf(error)
    throw message === null ? error : new SettingError(message, { cause: error })
  })
}

/** An address to listen on, and the names of the settings that contain it. */
export type ListenAddress = { names: { host: string; port: string }; host: string; port: number }

/** System calls that fail if the process cannot listen on an address. */
const listenCalls = new Set(['listen', 'bind'])

/**
 * Returns a function that explains why the process cannot listen on an address. The returned function returns null for
 * any other error, for example about a file or the database.
 */
export function createListenErrorExplainer({ names, host, port }: ListenAddress): ErrorMessage {
  return ({ code = '', syscall = '', hostname }: NodeJS.ErrnoException & { hostname?: string }) => {
    const isOwnName = syscall === 'getaddrinfo' && hostname === host
    if (!listenCalls.has(syscall) && !isOwnName) return null
    switch (code) {
      case 'EADDRINUSE':
        return `${names.port}: port ${port} of ${host} is in use by another program.`
      case 'EACCES':
        return `${names.port}: ${describeProcessUser()} may not listen on port ${port}; choose one from 1024 up.`
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
      case 'EAFNOSUPPORT':
      case 'EINVAL':
        return `${names.host}: ${host} is no address of this machine (${code}).`
      default:
        return null
    }
  }
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'lies below something that is no folder',
  ENAMETOOLONG: 'has too long a name',
}

const forbiddenCodes = new Set(['EACCES', 'EPERM'])

/**
 * Explains why a file or folder cannot be read, and how to fix missing rights. Returns null for an error of another
 * kind.
 */
function fileProblem({ code = '' }: NodeJS.ErrnoException, path: string): string | null {
  if (forbiddenCodes.has(code))
    return `${path} may not be read by ${describeProcessUser()}; give this user the right to read it and to enter its folders`
  return code in fileProblems ? `${path} ${fileProblems[code]}` : null
}

/**
 * Returns a function that explains why the file or folder of a setting cannot be read. `advice`: a sentence on what
 * the operator can do.
 */
export function createFileErrorExplainer(
  name: string,
  file: string,
  advice = '',
): (error: NodeJS.ErrnoException) => string {
  const after = advice === '' ? '' : `; ${advice}`
  return (error) => {
    const { path = file, message } = error
    return `${name}: ${fileProblem(error, path) ?? message.split('\n')[0]?.replace(/\.$/u, '')}${after}.`
  }
}

/**
 * Returns a function that explains why a certificate and its key cannot be used. The returned function returns null for
 * any other error.
 */
export function createCertificateErrorExplainer({
  certFile,
  keyFile,
}: {
  certFile: string
  keyFile: string
}): ErrorMessage {
  return (error) => {
    const { code = '', path } = error
    if (path !== undefined)
      return createFileErrorExplainer(path === certFile ? 'MQTT_TLS_CERT' : 'MQTT_TLS_KEY', path)(error)
    if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH') return `MQTT_TLS_KEY: ${keyFile} is not the key of ${certFile}.`
    if (!/^ERR_(?:OSSL|TLS|SSL)/u.test(code)) return null
    return `MQTT_TLS_CERT, MQTT_TLS_KEY: ${certFile} and ${keyFile} must be PEM files, the key without a passphrase.`
  }
}
