/** Node's error codes for an untrusted certificate or a failed TLS handshake. */
const tlsFailure =
  /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|EPROTO|HOSTNAME_MISMATCH)/u

/**
 * Whether NATS rejects the portal, or the portal rejects the NATS server. A retry does not help until somebody
 * changes a setting.
 */
export function isNatsRejection(error: unknown): error is Error {
  return error instanceof Error && (isNatsUnauthorized(error) || isTlsFailure(error) || isTlsUnsupported(error))
}

export function isNatsUnauthorized({ name }: Error): boolean {
  return name === 'AuthorizationError' || name === 'UserAuthenticationExpiredError'
}

export function isTlsFailure(error: Error): boolean {
  return 'code' in error && tlsFailure.test(String(error.code))
}

export function isTlsUnsupported({ message }: Error): boolean {
  return message.includes(`does not support 'tls'`)
}
