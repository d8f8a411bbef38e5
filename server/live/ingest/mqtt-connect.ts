import type { IConnectPacket, IConnackPacket } from 'mqtt-packet'

/** The limits of a connection. The CONNACK sends them to an MQTT 5 client, except `maxClientIdLength`. */
export type MqttConnectionLimits = {
  maximumPacketSize: number
  receiveMaximum: number
  /** The maximum length of client ids in MQTT 3.1. Later versions have no limit. */
  maxClientIdLength: number
  maxSessionExpiryS: number
}

/**
 * The codes of a refused CONNECT: `returnCode` of MQTT 3.1.1, table 3.1, and `reasonCode` of MQTT 5, section 3.2.2.2.
 */
export type ConnectRefusal = { returnCode: number; reasonCode: number }

export const connectRefusals = {
  identifierRejected: { returnCode: 2, reasonCode: 0x85 },
  serverUnavailable: { returnCode: 3, reasonCode: 0x88 },
  badUserNameOrPassword: { returnCode: 4, reasonCode: 0x86 },
  protocolError: { returnCode: 5, reasonCode: 0x82 },
  badAuthenticationMethod: { returnCode: 5, reasonCode: 0x8c },
} as const satisfies Record<string, ConnectRefusal>

const neverExpires = 0xffff_ffff

/** Returns why a CONNECT is refused before its credentials are checked; null if it is acceptable. */
export function findConnectRefusal(
  packet: IConnectPacket,
  { maxClientIdLength }: MqttConnectionLimits,
): ConnectRefusal | null {
  const { protocolVersion, protocolId, clientId, clean, properties = {} } = packet
  // The protocol name of MQTT 3.1 differs from that of later versions. MQTT 3.1.1, section 3.1.2.1.
  if (protocolId !== (protocolVersion === 3 ? 'MQIsdp' : 'MQTT')) return connectRefusals.protocolError
  if (clientId.includes('\0')) return connectRefusals.identifierRejected
  if (protocolVersion !== 5) {
    const isTooLong = protocolVersion === 3 && clientId.length > maxClientIdLength
    return isTooLong || (clientId === '' && clean === false) ? connectRefusals.identifierRejected : null
  }
  if (properties.authenticationMethod !== undefined) return connectRefusals.badAuthenticationMethod
  const isWrong = properties.receiveMaximum === 0 || properties.authenticationData !== undefined
  return isWrong ? connectRefusals.protocolError : null
}

/**
 * Returns the session expiry of a connection in seconds. It limits the delay of the last will after the connection
 * ends.
 */
export function sessionExpirySecondsOf(packet: IConnectPacket, { maxSessionExpiryS }: MqttConnectionLimits): number {
  return Math.min(requestedExpiryOf(packet), maxSessionExpiryS)
}

function requestedExpiryOf({ protocolVersion, clean, properties }: IConnectPacket): number {
  if (protocolVersion === 5) return properties?.sessionExpiryInterval ?? 0
  return clean === false ? neverExpires : 0
}

/**
 * Returns the properties of a CONNACK of MQTT 5. `assignedId`: the id for a client that sent none; otherwise
 * undefined.
 */
export function createConnackProperties(
  packet: IConnectPacket,
  rules: MqttConnectionLimits,
  assignedId: string | undefined,
): NonNullable<IConnackPacket['properties']> {
  const { maximumPacketSize, receiveMaximum } = rules
  const sessionExpiryInterval = sessionExpirySecondsOf(packet, rules)
  return {
    sharedSubscriptionAvailable: false,
    maximumPacketSize,
    receiveMaximum,
    ...(assignedId !== undefined && { assignedClientIdentifier: assignedId }),
    ...(sessionExpiryInterval !== requestedExpiryOf(packet) && { sessionExpiryInterval }),
  }
}
