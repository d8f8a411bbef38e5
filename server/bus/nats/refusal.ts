/** What Node calls a certificate that it does not trust, or TLS that does not come about. */
const tlsFailure =
  /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|EPROTO|HOSTNAME_MISMATCH)/u

/** Whether a server was reached and does not want us, or we do not want it: trying again alone would not help. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && (isUnauthorized(error) || isTlsFailure(error) || isWithoutTls(error))
}

export function isUnauthorized({ name }: Error): boolean {
  return name === 'AuthorizationError' || name === 'UserAuthenticationExpiredError'
}

export function isTlsFailure(error: Error): boolean {
  return 'code' in error && tlsFailure.test(String(error.code))
}

export function isWithoutTls({ message }: Error): boolean {
  return message.includes(`does not support 'tls'`)
}
